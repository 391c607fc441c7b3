/** The page: ours in three variants, compared with a hand-written page and with the alternatives, all with the same 14 fields. */
import { readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { ratios, rounds } from '../harness/rounds.mjs'
import { spread } from '../harness/statistics.mjs'
import { sizesOf } from '../pages/site.mjs'
import { startPages } from '../pages/start-pages.mjs'
import { subjects } from '../pages/subjects.mjs'
import { visit } from '../pages/visit.mjs'
import { peerVersion } from '../peers/from-peers.mjs'

/** The baseline: a hand-written page that, like ours, needs one script before it has a form. */
const limit = 'hand-written-script'
const vitals = ['script', 'hosted']

/** Measures the pages. */
export async function measure({ full, log }) {
  const count = { first: full ? 9 : 5, deep: full ? 6 : 2 }
  const { site, browser, sandbox, close } = await startPages()
  try {
    // The first visit starts the browser's processes and warms up its code cache for all later ones.
    await visit(browser, site, subjects[limit], { profile: 'fast', deep: true })
    const before = await received(sandbox)
    const going = (what, options) => (subject, name) => {
      log(`${what}: ${name}`)
      return visit(browser, site, subject, options)
    }
    const first = await rounds(subjects, count.first, going('first field', { profile: 'slow', deep: false }))
    const onPoor = Object.fromEntries([limit, ...vitals].map((name) => [name, subjects[name]]))
    const poor = await rounds(onPoor, count.deep + 1, going('poor line', { profile: 'poor', deep: false }))
    const filled = full ? subjects : Object.fromEntries(vitals.map((name) => [name, subjects[name]]))
    const deep = await rounds(filled, count.deep, going('whole form', { profile: 'slow', deep: true }))
    const sent = Object.keys(filled).length * count.deep
    const arrived = (await received(sandbox)) - before
    if (arrived !== sent) throw new Error(`${sent} forms were sent, and ${arrived} arrived: nothing was measured`)
    return report({ first, poor, deep, count, version: browser.version() })
  } finally {
    await close()
  }
}

/** Returns the number of received registrations of the benchmark's voter. */
async function received(sandbox) {
  const list = await (await fetch(`${sandbox}/_sandbox/received`, { headers: { connection: 'close' } })).json()
  return list.registrations.filter((each) => JSON.stringify(each).includes('ada@example.org')).length
}

function report({ first, poor, deep, count, version }) {
  const typable = (name) => spread(first[name].map((result) => result.typable))
  const beside = (name, other, by = first) => spread(ratios(by[name], by[other], (result) => result.typable))
  /** When the program has the form, in times of the first field of the page by hand. */
  const takenOver = (name, by) => spread(by[name].map(({ taken }, round) => taken / by[limit][round].typable))
  const longest = (name) => first[name].map((result) => result.longest)
  const of = (name, key) => spread((deep[name] ?? []).map((result) => result[key]))
  const vital = (name, key) => spread((deep[name] ?? []).map((result) => result.vitals[key]))
  const firstBytes = Object.fromEntries(Object.keys(subjects).map((name) => [name, sizesOf(first[name][0].firstFiles)]))
  const rows = (cells) =>
    Object.entries(subjects).map(([name, { title, ours }]) => ({ name: title, ours, cells: cells(name) }))
  return {
    title: 'A page with the same 14 fields',
    notes: [
      `Slow: 4 × less processor, 150 ms round trip, 1.6 Mbit/s; 390 × 844, an empty cache each time; Chromium ${version}. ${count.first} visits to each page until the first field takes typing (a letter that is typed stays in it), ${count.deep} in which the form is typed in, filled in and sent, in turns. Every page sends the same registration through the BFF to the sandbox, which must get it.`,
      'Files come with brotli from this machine; the hosted page from the BFF itself, which compresses it with gzip: its bytes with brotli are what another server in front would send.',
      'The others show the answer as plain text and have the version of the wording in the page; ours formats the answer and asks for the wording.',
      `Beside it: ${['survey-core', 'survey-js-ui', '@formio/js'].map((name) => `${name} ${peerVersion(name)}`).join(', ')}.`,
    ],
    tables: [
      {
        title: 'Until the first field, slow profile',
        columns: [
          { key: 'gzip', label: 'bytes, gzip', digits: 0 },
          { key: 'brotli', label: 'bytes, brotli', digits: 0 },
          { key: 'typable', label: 'first field takes typing, ms', digits: 0 },
          { key: 'times', label: '× by hand', digits: 2 },
        ],
        rows: rows((name) => ({ ...firstBytes[name], typable: typable(name), times: beside(name, limit) })),
      },
      {
        title: 'The whole form, slow profile',
        columns: [
          { key: 'LCP', label: 'LCP, ms', digits: 0 },
          { key: 'INP', label: 'INP, ms', digits: 0 },
          { key: 'CLS', label: 'CLS', digits: 3 },
          { key: 'keys95', label: 'key to paint p95, ms', digits: 0 },
          { key: 'answer', label: 'sent to answer, ms', digits: 0 },
          { key: 'processor', label: 'main thread until at rest, ms', digits: 0 },
          { key: 'blocking', label: 'blocking, ms', digits: 0 },
          { key: 'heap', label: 'heap, MiB', digits: 1 },
          { key: 'whole', label: 'bytes in all, brotli', digits: 0 },
        ],
        rows: rows((name) => ({
          ...Object.fromEntries(['LCP', 'INP', 'CLS'].map((key) => [key, vital(name, key)])),
          ...Object.fromEntries(
            ['keys95', 'answer', 'processor', 'blocking', 'heap'].map((key) => [key, of(name, key)]),
          ),
          whole: deep[name] && sizesOf(deep[name][0].files).brotli,
        })).filter(({ cells }) => cells.whole !== undefined),
      },
    ],
    figures: [
      { says: 'script tag: bytes of the first file, brotli', value: scriptFile(first), better: 'lower' },
      { says: 'React form: bytes beside React, gzip, whatever is loaded at once', value: besideReact(), max: 63_000 },
      ...[
        ['script', { max: 1.25 }],
        ['hosted', { max: 1.05 }],
        ['react', { better: 'lower' }],
      ].map(([name, aim]) => ({
        says: `${subjects[name].title}: first field, slow profile, × a page by hand`,
        value: beside(name, limit),
        ...aim,
      })),
      {
        says: `${subjects.script.title}: first field, poor line (400 kbit/s), × a page by hand`,
        value: beside('script', limit, poor),
        max: 1.6,
      },
      ...[
        ['slow profile', first, 2.8],
        ['poor line (400 kbit/s)', poor, 5.8],
      ].map(([line, by, max]) => ({
        says: `${subjects.script.title}: taken over by its program, ${line}, × the first field by hand`,
        value: takenOver('script', by),
        max,
      })),
      {
        says: `${subjects.script.title}: longest task after the first field, ms`,
        value: spread(longest('script')),
        max: 100,
      },
      { says: 'the same, the longest of all visits, ms', value: Math.max(...longest('script')), max: 150 },
      ...['survey-js', 'formio'].map((name) => ({
        says: `the script file: first field, slow profile, × ${subjects[name].title}`,
        value: beside('script', name),
        max: 1 / 4,
      })),
      ...['script', 'hosted'].flatMap((name) => [
        { says: `${subjects[name].title}: LCP on the slow profile, ms`, value: vital(name, 'LCP'), max: 1_200 },
        { says: `${subjects[name].title}: INP on the slow profile, ms`, value: vital(name, 'INP'), max: 200 },
        { says: `${subjects[name].title}: CLS on the slow profile`, value: vital(name, 'CLS'), max: 0 },
      ]),
    ],
  }
}

/** Returns the size of the script tag's first file: of the files that were sent, the page is the first, the script the second. */
const scriptFile = ({ script }) => sizesOf(script[0].firstFiles.slice(1, 2)).brotli

/** Returns what loads at once of the React door beside React, as `.size-limit.mjs` measures it. */
const besideReact = () =>
  readdirSync('dist/react-door')
    .filter((file) => !file.startsWith('later-'))
    .reduce((sum, file) => sum + gzipSync(readFileSync(`dist/react-door/${file}`), { level: 9 }).length, 0)
