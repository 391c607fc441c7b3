/** The same with two monitors that share a PostgreSQL, one killed at a time. */
process.env.POSTGRES = '1'
await import('./kill-monitor.mjs')
