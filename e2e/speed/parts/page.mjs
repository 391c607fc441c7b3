/** The page: ours in three variants, compared with a page by hand that has the same 14 fields. */
import { readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { ratios, runRounds, spread } from '../harness/statistics.mjs'
import { buildPages } from '../pages/build-pages.mjs'
import { readSizes } from '../pages/site.mjs'
import { startPages } from '../pages/start-pages.mjs'
import { subjects } from '../pages/subjects.mjs'
import { visit } from '../pages/visit.mjs'

/** The baseline: a hand-written page that, like ours, needs one script before it has a form. */
const limit = 'hand-written-script'
const vitals = ['script', 'hosted']
const pick = (names) => Object.fromEntries(names.map((name) => [name, subjects[name]]))

/** Measures the pages. */
export async function measure({ full, log }) {
  const count = { first: full ? 9 : 5, deep: full ? 6 : 2 }
  const { site, browser, sandbox, close } = await startPages(await buildPages())
  try {
    // The first visit starts the browser's processes and warms up its code cache for all later ones.
    await visit(browser, site, subjects[limit], { profile: 'fast', deep: true })
    const before = await countReceived(sandbox)
    const visitEach = (what, options) => (subject, name) => {
      log(`${what}: ${name}`)
      return visit(browser, site, subject, options)
    }
    const first = await runRounds(subjects, count.first, visitEach('first field', { profile: 'slow', deep: false }))
    const poor = await runRounds(
      pick([limit, ...vitals]),
      count.deep + 1,
      visitEach('poor line', { profile: 'poor', deep: false }),
    )
    const filled = full ? subjects : pick(vitals)
    const deep = await runRounds(filled, count.deep, visitEach('whole form', { profile: 'slow', deep: true }))
    const sent = Object.keys(filled).length * count.deep
    const arrived = (await countReceived(sandbox)) - before
    if (arrived !== sent) throw new Error(`${sent} forms were sent, and ${arrived} arrived: nothing was measured`)
    return report({ first, poor, deep, count, version: browser.version() })
  } finally {
    await close()
  }
}

/** Returns the number of received registrations of the benchmark's voter. */
async function countReceived(sandbox) {
  const list = await (await fetch(`${sandbox}/_sandbox/received`, { headers: { connection: 'close' } })).json()
  return list.registrations.filter((each) => JSON.stringify(each).includes('ada@example.org')).length
}

function report({ first, poor, deep, count, version }) {
  const beside = (name, by) => spread(ratios(by[name], by[limit], ({ typable }) => typable))
  /** When the program has the form, in times of the first field of the page by hand. */
  const takenOver = (by) => spread(by.script.map(({ taken }, round) => taken / by[limit][round].typable))
  const longest = first.script.map((result) => result.longest)
  const vital = (name, key) => spread((deep[name] ?? []).map((result) => result.vitals[key]))
  const { script, hosted } = subjects
  return {
    title: 'A page with the same 14 fields',
    notes: [
      `Slow: 4 × less processor, 150 ms round trip, 1.6 Mbit/s; poor: 400 kbit/s; 390 × 844, an empty cache each time; Chromium ${version}. ${count.first} visits to each page until the first field takes typing (a letter that is typed stays in it), ${count.deep} in which the form is typed in, filled in and sent, in turns. Every page sends the same registration through the BFF to the sandbox, which must get it.`,
      'Files come with brotli from this machine; the hosted page from the BFF itself, which compresses it with gzip: its bytes with brotli are what another server in front would send.',
      'The page by hand shows the answer as plain text and has the version of the wording in the page; ours formats the answer and asks for the wording.',
    ],
    tables: [
      {
        title: 'Until the first field, slow profile',
        columns: [
          { key: 'gzip', label: 'bytes, gzip', digits: 0 },
          { key: 'brotli', label: 'bytes, brotli', digits: 0 },
          { key: 'typable', label: 'first field takes typing, ms', digits: 0 },
          { key: 'times', label: '× by hand' },
        ],
        rows: Object.entries(subjects).map(([name, { title }]) => ({
          name: title,
          cells: {
            ...readSizes(first[name][0].firstFiles),
            typable: spread(first[name].map((result) => result.typable)),
            times: beside(name, first),
          },
        })),
      },
      {
        title: 'The whole form, slow profile',
        columns: [
          { key: 'LCP', label: 'LCP, ms', digits: 0 },
          { key: 'INP', label: 'INP, ms', digits: 0 },
          { key: 'CLS', label: 'CLS', digits: 3 },
          { key: 'processor', label: 'main thread until at rest, ms', digits: 0 },
          { key: 'blocking', label: 'blocking, ms', digits: 0 },
          { key: 'heap', label: 'heap, MiB', digits: 1 },
          { key: 'whole', label: 'bytes in all, brotli', digits: 0 },
        ],
        rows: Object.entries(deep).map(([name, results]) => ({
          name: subjects[name].title,
          cells: {
            ...Object.fromEntries(['LCP', 'INP', 'CLS'].map((key) => [key, vital(name, key)])),
            ...Object.fromEntries(
              ['processor', 'blocking', 'heap'].map((key) => [key, spread(results.map((result) => result[key]))]),
            ),
            whole: readSizes(results[0].files).brotli,
          },
        })),
      },
    ],
    figures: [
      // Of the files that were sent, the page is the first, the script the second.
      {
        says: 'script tag: bytes of the first file, brotli',
        value: readSizes(first.script[0].firstFiles.slice(1, 2)).brotli,
        max: 13_600,
      },
      { says: 'React form: bytes beside React, gzip, whatever is loaded at once', value: readSizeBesideReact() },
      ...Object.entries({ script: 1.15, hosted: 1.05, react: undefined }).map(([name, max]) => ({
        says: `${subjects[name].title}: first field, slow profile, × a page by hand`,
        value: beside(name, first),
        max,
      })),
      { says: `${script.title}: first field, poor line, × a page by hand`, value: beside('script', poor), max: 1.5 },
      {
        says: `${script.title}: taken over by its program, slow profile, × the first field by hand`,
        value: takenOver(first),
        max: 3.3,
      },
      {
        says: `${script.title}: taken over by its program, poor line, × the first field by hand`,
        value: takenOver(poor),
      },
      { says: `${script.title}: longest task after the first field, ms`, value: spread(longest), max: 80 },
      ...Object.entries({ script, hosted }).flatMap(([name, { title }]) => [
        { says: `${title}: LCP on the slow profile, ms`, value: vital(name, 'LCP'), max: 1_200 },
        { says: `${title}: INP on the slow profile, ms`, value: vital(name, 'INP'), max: 200 },
        { says: `${title}: CLS on the slow profile`, value: vital(name, 'CLS'), max: 0 },
      ]),
    ],
  }
}

/** Returns what loads at once of the React door beside React, as `.size-limit.mjs` measures it. */
const readSizeBesideReact = () =>
  readdirSync('dist/react-door')
    .filter((file) => !file.startsWith('later-'))
    .reduce((sum, file) => sum + gzipSync(readFileSync(`dist/react-door/${file}`), { level: 9 }).length, 0)
