/** `npm run test:faults`: everything that is random, often, and every fault of network, database and process. `SEED` repeats a run. */
import { readdirSync } from 'node:fs'

process.env.SEED ??= String(Date.now() & 0x7fffffff)
console.log(`Seed ${process.env.SEED}: SEED=${process.env.SEED} npm run test:faults does the same again.`)
const scripts = readdirSync('e2e/faults').filter((file) => file.endsWith('.mjs'))
// The full soak takes half an hour and is part of the bench (--full). Two processes share a PostgreSQL: --of-two.
const toFlags = (file) => (file.startsWith('kill-') ? ['', ' --of-two'] : [file === 'soak.mjs' ? ' --seconds 120' : ''])
const steps = scripts.flatMap((file) => toFlags(file).map((flag) => `fault -- e2e/faults/${file}${flag}`))
process.argv.push('test:random', 'test:bodies', ...steps, 'test:network', 'test:leaving')
await import('./report.mjs')
