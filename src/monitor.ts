/** Entry point: the uptime monitor, for partners who want to check the states' sites themselves. */
export { createMonitor, type Monitor, type MonitorDependencies } from './monitor/create-monitor.ts'
export { type MonitorOptions, MonitorUnusable } from './monitor/options.ts'
export { toolSites } from './monitor/target-list.ts'
export { DatabaseUnusable } from './storage/sql.ts'
