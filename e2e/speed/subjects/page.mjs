/** The page: ours three ways beside what one would use instead, all with the same 14 fields. */
import { existsSync, readFileSync } from 'node:fs'
import { ratios, rounds } from '../harness/rounds.mjs'
import { spread } from '../harness/statistics.mjs'
import { startPages } from '../pages/start-pages.mjs'
import { subjects as all } from '../pages/subjects.mjs'
import { visit } from '../pages/visit.mjs'
import { peerVersion } from '../peers/from-peers.mjs'

/** Measures the pages. */
export async function measure({ full, log }) {
  const count = full ? 5 : 1
  const { site, browser, hosted, sandbox, close } = await startPages()
  try {
    const subjects = Object.fromEntries(Object.entries(all).filter(([name]) => name !== 'hosted' || hosted))
    // The first visit starts the browser's processes and compiles for everybody.
    await visit(browser, site, subjects['hand-written'], { profile: 'fast', deep: true })
    const before = await received(sandbox)
    const results = {}
    for (const profile of full ? ['slow', 'fast'] : ['slow']) {
      results[profile] = await rounds(subjects, count, (subject, name) => {
        log(`${profile}: ${name}`)
        return visit(browser, site, subject, { profile, deep: true })
      })
    }
    const sent =
      Object.values(subjects).filter(({ fill }) => fill !== undefined).length * count * Object.keys(results).length
    const arrived = (await received(sandbox)) - before
    if (arrived !== sent) throw new Error(`${sent} forms were sent, and ${arrived} arrived: nothing was measured`)
    return report({ subjects, results, count, hosted, version: browser.version() })
  } finally {
    await close()
  }
}

/** How many registrations have arrived, each with all 14 answers. */
async function received(sandbox) {
  const list = await (await fetch(`${sandbox}/_sandbox/received`)).json()
  return list.registrations.filter((each) => JSON.stringify(each).includes('ada@example.org')).length
}

/** What the bars are set beside: a page by hand that, like ours, needs one script before it has a form. */
const limit = 'hand-written-script'

function report({ subjects, results, count, hosted, version }) {
  const { slow, fast } = results
  const of = (profile, name, key) => spread((results[profile]?.[name] ?? []).map((result) => result[key]))
  const beside = (name, other, key) => spread(ratios(slow[name], slow[other], (result) => result[key]))
  const bytes = (name, key, coding) => slow[name][0][key][coding]
  const rows = (cells) =>
    Object.entries(subjects).map(([name, { title, ours }]) => ({ name: title, ours, cells: cells(name) }))
  const bars = []
  const bar = (says, value, wanted) => bars.push({ says, value, ...wanted })
  bar('script file: bytes with brotli, whole', bytes('script', 'bytes', 'brotli'), { most: 76_000 })
  const door = 'dist/bench/react-door.json'
  const size = existsSync(door) ? JSON.parse(readFileSync(door, 'utf8')) : { wanted: 32_768 }
  bar('React door, without React: bytes with gzip before the answer', size.bytes, { most: size.wanted })
  for (const [name, { title }] of Object.entries(subjects).filter(([, { ours }]) => ours)) {
    // The React door is measured like the others, but its bar is its bytes: most of its first field is React itself.
    if (name !== 'react') {
      bar(`${title}: first field on the slow profile, × hand-written`, beside(name, limit, 'typable'), {
        most: name === 'hosted' ? 1.2 : 1.5,
      })
      bar(`${title}: first field, × SurveyJS`, beside(name, 'survey-js', 'typable'), { most: 1 / 3 })
      bar(`${title}: first field, × Form.io`, beside(name, 'formio', 'typable'), { most: 1 / 3 })
    }
    bar(`${title}: typing p95 on the slow profile, × hand-written`, beside(name, limit, 'keys95'), { most: 1.5 })
  }
  if (!hosted) bars.push({ says: 'the hosted page: first field, × hand-written', value: undefined, most: 1.2 })
  const peers = ['survey-core', 'survey-js-ui', '@formio/js', '@rjsf/core', '@formbricks/surveys', 'react'].map(
    (name) => `${name} ${peerVersion(name)}`,
  )
  const times = (profile) => [
    { key: `typable_${profile}`, label: `first field takes typing, ms`, digits: 0, chart: profile === 'slow' },
    { key: `times_${profile}`, label: '× hand-written script', digits: 2 },
    { key: `paint_${profile}`, label: 'first paint, ms', digits: 0 },
    { key: `blocking_${profile}`, label: 'blocking, ms', digits: 0 },
    { key: `processor_${profile}`, label: 'main thread, ms', digits: 0 },
    { key: `heap_${profile}`, label: 'heap, MiB', digits: 1 },
    { key: `keys75_${profile}`, label: 'key to paint p75, ms', digits: 0 },
    { key: `keys95_${profile}`, label: 'p95, ms', digits: 0, chart: profile === 'slow' },
    { key: `answer_${profile}`, label: 'sent to answer, ms', digits: 0 },
    { key: `shift_${profile}`, label: 'layout shift', digits: 3 },
  ]
  const timing = (profile) => ({
    title:
      profile === 'slow'
        ? 'Slow: 4 × less processor, 150 ms round trip, 1.6 Mbit/s'
        : 'Fast: this machine, no network in between',
    columns: times(profile),
    rows: rows((name) => ({
      ...Object.fromEntries(
        ['typable', 'paint', 'blocking', 'processor', 'heap', 'keys75', 'keys95', 'answer', 'shift'].map((key) => [
          `${key}_${profile}`,
          of(profile, name, key),
        ]),
      ),
      [`times_${profile}`]: spread(ratios(results[profile][name], results[profile][limit], ({ typable }) => typable)),
    })),
  })
  return {
    title: 'A page with the same 14 fields',
    notes: [
      `${count} visit${count === 1 ? '' : 's'} to each page in each profile, interleaved, each with an empty cache; Chromium ${version}, 390 × 844. Files come with brotli from this machine. Every page sends the same registration through the BFF to the sandbox, which must get it.`,
      '"Hand-written" in the bars is the one with a script tag: like ours, it needs one script before it has a form. The form that is in the page already is the limit of what a server could send.',
      'The others show the answer as plain text; ours formats it. The others have the version of the wording in the page; ours asks for it. "First field" is when a letter that is typed stays in it.',
      'Formbricks surveys shows one question at a time and gives its answers to its own service: its bytes and its first field are comparable, the rest is left out.',
      ...(hosted
        ? [
            'The hosted page comes from the BFF itself, which compresses it with gzip; its bytes with brotli are what another server in front would send.',
          ]
        : ['There is no hosted page (GET /form) in this version: its row is left out.']),
      `Peers: ${peers.join(', ')}.`,
    ],
    tables: [
      {
        title: 'Bytes (the page, its scripts and style sheets)',
        columns: [
          ...['raw', 'gzip', 'brotli'].map((coding) => ({
            key: `first_${coding}`,
            label: `until the first field, ${coding}`,
            digits: 0,
          })),
          ...['raw', 'gzip', 'brotli'].map((coding) => ({
            key: `whole_${coding}`,
            label: `whole, ${coding}`,
            digits: 0,
            chart: coding === 'brotli',
          })),
        ],
        rows: rows((name) =>
          Object.fromEntries(
            ['raw', 'gzip', 'brotli'].flatMap((coding) => [
              [`first_${coding}`, bytes(name, 'firstBytes', coding)],
              [`whole_${coding}`, bytes(name, 'bytes', coding)],
            ]),
          ),
        ),
      },
      timing('slow'),
      ...(fast ? [timing('fast')] : []),
    ],
    bars,
  }
}
