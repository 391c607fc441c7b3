/** `npm run test:faults`: runs every randomized test many times, then each fault script. `SEED` repeats a run. */
import { readdirSync } from 'node:fs'
import { browserTests } from './browser-tests.mjs'
import { chromium } from './chromium.mjs'
import { bin, node } from './program.mjs'

/** The tests with random inputs, and those that do more with `TEST_ALL=1`. */
export const randomTests = [
  'src/civic/commands/civic-random.test.ts',
  'src/server/commands/counts/counts-of-voters.random.test.ts',
  'src/server/commands/counts/suppress.random.test.ts',
  'src/server/commands/fuzz.test.ts',
  'src/server/raw-http.test.ts',
  'src/server/middleware/rate-limit.test.ts',
  'src/server/store/database-away.test.ts',
  'src/monitor/create-monitor.test.ts',
  'src/server/middleware/limits-count.test.ts',
  'src/contract/text.test.ts',
  'src/form/widget/screens/answer-markdown.test.tsx',
]

export async function faults() {
  const seed = process.env.SEED ?? String(Date.now() & 0x7fffffff)
  console.log(`Seed ${seed}: SEED=${seed} npm run test:faults does the same again.`)
  const failures = []
  const step = (name, work) => work().catch((error) => failures.push(`${name}: ${error.message}`))
  const env = {
    SEED: seed,
    NODE_ENV: 'test',
    TEST_ALL: '1',
    ABUSE_POSTS: '10000',
    RAW_RUNS: '500',
    FUZZ_RUNS: '10000',
    ...process.env,
  }
  await step('random', () => node([bin('vitest'), 'run', ...randomTests], { env }))
  // Bodies are the cheapest and the most dangerous input: ten times as many.
  const bodies = { ...env, FUZZ_RUNS: process.env.FUZZ_RUNS ?? '100000' }
  await step('bodies', () =>
    node([bin('vitest'), 'run', 'src/server/commands/fuzz.test.ts', '-t', 'bodies|everything'], { env: bodies }),
  )
  for (const script of readdirSync('e2e/faults').filter((file) => file.endsWith('.mjs'))) {
    // The full soak takes half an hour and is part of the bench (--full); here it only shows that nothing breaks.
    const more = script === 'soak.mjs' ? ['--seconds', '120'] : []
    await step(script, () => node([`e2e/faults/${script}`, ...more], { env: { SEED: seed } }))
  }
  // Every fault of the network, 50 times each, in a real browser: about 20 minutes.
  const matrix = { CHROMIUM: await chromium(), FAULT_CALLS: process.env.FAULT_CALLS ?? '50' }
  await step('faults of the network', () => browserTests(['e2e/faults.spec.ts', '--project=react'], matrix))
  // Three ways of leaving the page, four delays, 42 voters each: about 12 minutes.
  const leaving = { CHROMIUM: matrix.CHROMIUM, NAVIGATIONS: process.env.NAVIGATIONS ?? '42' }
  await step('leaving the page', () => browserTests(['e2e/leaving.spec.ts', '--project=script'], leaving))
  console.log(failures.length === 0 ? '\nEverything holds.' : `\nBroken:\n  ${failures.join('\n  ')}`)
  if (failures.length > 0) process.exitCode = 1
}
