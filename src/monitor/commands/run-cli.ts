import { createCommandLine } from '../../server/commands/command-line.ts'

export const { run: runCli, main } = createCommandLine('voter-registration-monitor', {
  '': {
    summary: "Watches the states' sites that MONITOR_SITES names, and serves the Uptime API and a status page.",
    server: async () => (await import('./monitor-command.ts')).runMonitor,
    options: async () => (await import('./monitor-environment.ts')).MonitorVariables,
  },
  status: {
    summary: 'which sites are up, from the records of a running monitor',
    configure: async () => (await import('./monitor-status.ts')).monitorStatus,
  },
})
