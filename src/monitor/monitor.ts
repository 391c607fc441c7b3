/** Entry point: the uptime monitor, for partners who want to check the states' sites themselves. */
export { ConfigurationError } from '../server/options/option.ts'
export { DatabaseError } from '../server/storage/sql.ts'
export { createMonitor, type Monitor, type MonitorDependencies } from './create-monitor.ts'
export type { MonitorOptions } from './options.ts'
export { getToolSites } from './target-list.ts'
