/** Robot voters in the real form, on one page and in steps, side by side: how long it takes them, where the form rejects their
 *  input, and where they run out of patience. `ROBOTS` sets how many (2,000), `SEED` which ones. */
import { quantile } from '../harness/statistics.mjs'
import { answer, settings } from '../robots/answers.mjs'
import { meanPatience, mistakes, robotVoters } from '../robots/voters.mjs'

const layouts = ['page', 'steps']
const steps = ['state', 'name', 'address', 'contact', 'review']

/** Sends the same voters through both layouts. */
export async function measure({ log }) {
  const total = Number(process.env.ROBOTS ?? 2000)
  const seed = Number(process.env.SEED ?? 20_261_103)
  const { sendVoter } = await import('../robots/robot-form.mjs')
  const voters = robotVoters(seed)
  const ways = { page: [], steps: [] }
  for (let count = 0; count < total; count++) {
    const voter = voters()
    for (const layout of layouts) ways[layout].push(await sendVoter({ layout, voter, settings, answer }))
    if ((count + 1) % 250 === 0) log(`${count + 1} voters through both`)
  }
  const mean = (list) => list.reduce((sum, each) => sum + each, 0) / list.length
  const rows = layouts.map((name) => {
    const of = (key) => ways[name].map((way) => way[key])
    return {
      name,
      ours: true,
      cells: {
        fields: mean(of('fields')),
        presses: mean(of('presses')),
        refused: mean(of('refused')),
        mistakes: mean(of('mistakes')),
        median: quantile(of('seconds'), 0.5),
        p90: quantile(of('seconds'), 0.9),
        done: mean(of('isDone').map(Number)) * 100,
        once: mean(of('sent').map((sent) => Number(sent === 1))) * 100,
        left: mean(of('leftAt').map((at) => Number(at !== undefined && at !== 'sent'))) * 100,
      },
    }
  })
  const leftAt = (layout, at) => ways[layout].filter((way) => way.leftAt === at).length
  return {
    title: 'Robot voters: one page and steps',
    notes: [
      `${total} voters, seed ${seed}; each goes through both layouts of the built React form in jsdom, with the same mistakes.`,
      'Seconds are a model: 1.35 to think, 1.1 to point, 0.28 a key (Card, Moran and Newell 1983), 238 words a minute to read (Brysbaert 2019).',
      'Scrolling is not in it: there is no layout. How often each mistake is made and how long patience lasts are assumptions:',
      `${mistakes.map(({ name, chance }) => `${name} ${chance * 100} %`).join(', ')}; patience ${meanPatience} s on average, exponential.`,
      `Whose patience ends, by step: page ${leftAt('page', 'page')}; steps ${steps.map((at) => `${at} ${leftAt('steps', at)}`).join(', ')}.`,
    ],
    tables: [
      {
        title: 'The same voters by layout',
        columns: [
          { key: 'fields', label: 'fields touched', digits: 2 },
          { key: 'presses', label: 'presses', digits: 2 },
          { key: 'refused', label: 'refused presses', digits: 3 },
          { key: 'mistakes', label: 'mistakes named', digits: 3 },
          { key: 'median', label: 'seconds, median', digits: 1 },
          { key: 'p90', label: 'seconds, 90 %', digits: 1 },
          { key: 'done', label: 'answered, %', digits: 1 },
          { key: 'once', label: 'sent once, %', digits: 1 },
          { key: 'left', label: 'patience ended, %', digits: 1 },
        ],
        rows,
      },
    ],
    figures: [],
  }
}
