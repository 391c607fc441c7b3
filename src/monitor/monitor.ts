/** Entry point: the uptime monitor, for partners who want to check the states' sites themselves. */

export { DatabaseUnusable } from '../server/storage/sql.ts'
export { createMonitor, type Monitor, type MonitorDependencies } from './create-monitor.ts'
export { type MonitorOptions, MonitorUnusable } from './options.ts'
export { toolSites } from './target-list.ts'
