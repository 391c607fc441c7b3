/** Many forms on one page: what each further one costs. */
import { rounds } from '../harness/rounds.mjs'
import { spread } from '../harness/statistics.mjs'
import { instanceCounts } from '../pages/build-pages.mjs'
import { startPages } from '../pages/start-pages.mjs'
import { subjects } from '../pages/subjects.mjs'
import { visit } from '../pages/visit.mjs'

/** Measures pages with the script file and 1 to 20 forms. */
export async function measure({ full, log }) {
  const count = full ? 5 : 1
  const counts = full ? instanceCounts : [1, 5, 20]
  const { site, browser, close } = await startPages()
  try {
    const pages = Object.fromEntries(
      counts.map((instances) => {
        const name = `instances-${instances}`
        return [name, { ...subjects.script, name, address: `/${name}`, fill: undefined }]
      }),
    )
    await visit(browser, site, pages['instances-1'], { profile: 'fast' })
    const results = await rounds(pages, count, (subject, name) => {
      log(name)
      return visit(browser, site, subject, { profile: 'fast', deep: true })
    })
    const of = (instances, key) => spread(results[`instances-${instances}`].map((result) => result[key]))
    const each = (key) =>
      spread(results['instances-20'].map((many, round) => (many[key] - results['instances-1'][round][key]) / 19))
    const keys = ['typable', 'blocking', 'processor', 'heap', 'keys95']
    return {
      title: 'Many forms on one page: the script file, 1 to 20 elements',
      notes: [
        `${count} visit${count === 1 ? '' : 's'} to each, interleaved, without throttling; until the page has come to rest.`,
      ],
      tables: [
        {
          title: 'What a page costs by its number of forms',
          columns: [
            { key: 'typable', label: 'first field takes typing, ms', digits: 0 },
            { key: 'blocking', label: 'blocking, ms', digits: 0 },
            { key: 'processor', label: 'main thread, ms', digits: 0, chart: true },
            { key: 'heap', label: 'heap, MiB', digits: 2, chart: true },
            { key: 'keys95', label: 'key to paint p95, ms', digits: 0 },
          ],
          rows: [
            ...counts.map((instances) => ({
              name: `${instances} form${instances === 1 ? '' : 's'}`,
              ours: true,
              cells: Object.fromEntries(keys.map((key) => [key, of(instances, key)])),
            })),
            { name: 'each further form', ours: true, cells: Object.fromEntries(keys.map((key) => [key, each(key)])) },
          ],
        },
      ],
      bars: [],
    }
  } finally {
    await close()
  }
}
