/** Door: the uptime monitor, for partners who want their own view of the states' sites. */
export { createMonitor, type Monitor, type MonitorDependencies } from './monitor/create-monitor.ts'
export { type MonitorOptions, MonitorUnusable } from './monitor/options.ts'
export { toolSites } from './monitor/target-list.ts'
export { DatabaseUnusable } from './storage/sql.ts'
