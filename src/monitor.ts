/** Door: the uptime monitor, for partners who want their own view of the states' sites. */
export { createMonitor, type Monitor, type MonitorDependencies } from './monitor/create-monitor.ts'
export { type MonitorOptions, MonitorUnusable } from './monitor/options.ts'
export { DatabaseUnusable } from './monitor/store/open-store.ts'
export { toolSites } from './monitor/target-list.ts'
