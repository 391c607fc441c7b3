/** The commands of `voter-registration-server`. */
import { createCommandLine } from './command-line.ts'
import { getDocPage } from './terminal.ts'

export const { run: runCli, main } = createCommandLine('voter-registration-server', {
  bff: {
    summary: `the proxy that holds the API key; its variables: ${getDocPage('bff-configuration.md')}`,
    server: async () => (await import('../serve.ts')).runBff,
    options: async () => (await import('../options/bff-options.ts')).BffOptions,
  },
  check: {
    summary: 'what would keep the BFF from working here: key, address, names, TLS, clock, storage; sends nobody',
    configure: async () => (await import('./check-command.ts')).checkCommand,
  },
  init: {
    summary: 'copies the example for next, express, vite-react, vue, svelte, astro or plain-html',
    configure: async () => (await import('./init-command.ts')).initCommand,
  },
  outbox: {
    summary: 'the presses that wait, were delivered or failed: list, show, retry, export',
    configure: async () => (await import('./outbox-command.ts')).outboxCommand,
  },
  consent: {
    summary: 'the receipts of consent: export, show, find, forget',
    configure: async () => (await import('./consent-command.ts')).consentCommand,
  },
  counts: {
    summary: 'how many registered, by day or week and one other value',
    configure: async () => (await import('./counts-command.ts')).countsCommand,
  },
  wording: {
    summary: 'prints every consent text that a voter can be shown, with versions, to forward and have approved',
    configure: async () => (await import('./wording-command.ts')).wordingCommand,
  },
  migrate: {
    summary: 'brings the tables of the BFF up to date, before a new release starts',
    configure: async () => (await import('./records.ts')).migrateCommand,
  },
})
