/** The same with two BFFs that share a PostgreSQL, behind a round robin: two machines, one killed at a time. */
process.env.POSTGRES = '1'
await import('./kill-nine.mjs')
