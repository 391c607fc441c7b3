/** The commands of `voter-registration-server`. */
import { createCommandLine } from './command-line.ts'
import { docPage } from './doc-page.ts'

/** The command line of `voter-registration-server`. */
export const { run: runCli, main } = createCommandLine('voter-registration-server', {
  bff: {
    summary: `the proxy that holds the API key; its variables: ${docPage('bff-configuration.md')}`,
    type: 'server',
    load: async () => (await import('./bff-command.ts')).runBff,
    options: async () => (await import('../config/options.ts')).BffOptions,
  },
  check: {
    summary: 'what would keep the BFF from working here: key, address, names, TLS, clock, storage; sends nobody',
    type: 'task',
    load: async () => (await import('./check-command.ts')).checkTask,
  },
  init: {
    summary: 'copies the example for next, express, vite-react, vue, svelte, astro or plain-html',
    type: 'task',
    load: async () => (await import('./init-command.ts')).initTask,
  },
  outbox: {
    summary: 'the presses that wait, were delivered or failed: list, show, retry, export',
    type: 'task',
    load: async () => (await import('./outbox-command.ts')).outboxTask,
  },
  consent: {
    summary: 'the receipts of consent: export, show, find, forget',
    type: 'task',
    load: async () => (await import('./consent-command.ts')).consentTask,
  },
  counts: {
    summary: 'how many registered, by day or week and one other value',
    type: 'task',
    load: async () => (await import('./counts-command.ts')).countsTask,
  },
  wording: {
    summary: 'the consent wording for the operator to approve, with versions',
    type: 'task',
    load: async () => (await import('./wording-command.ts')).wordingTask,
  },
  migrate: {
    summary: 'brings the tables of the BFF up to date, before a new release starts',
    type: 'task',
    load: async () => (await import('./migrate-command.ts')).migrateTask,
  },
})
