/** The commands of `voter-registration-server`. */
import { createCommandLine } from './command-line.ts'
import { getDocPage } from './terminal.ts'

export const { run: runCli, main } = createCommandLine('voter-registration-server', {
  bff: {
    summary: `the server that holds the API key; its variables: ${getDocPage('bff-configuration.md')}`,
    server: async () => (await import('../serve.ts')).runBff,
    options: async () => (await import('../options/bff-options.ts')).BffOptions,
  },
  check: {
    summary: 'checks key, address, DNS, TLS, clock and storage; submits no registration',
    configure: async () => (await import('./check-command.ts')).checkCommand,
  },
  init: {
    summary: 'copies an example: next, express, vite-react, vue, svelte, astro or plain-html',
    configure: async () => (await import('./init-command.ts')).initCommand,
  },
  outbox: {
    summary: 'button-click reports (pending, delivered, failed): list, show, retry, export',
    configure: async () => (await import('./outbox-command.ts')).outboxCommand,
  },
  consent: {
    summary: 'consent receipts: export, show, find, forget',
    configure: async () => (await import('./consent-command.ts')).consentCommand,
  },
  counts: {
    summary: 'counts registrations by day or week and one other value',
    configure: async () => (await import('./counts-command.ts')).countsCommand,
  },
  wording: {
    summary: 'prints every consent text with its version, for the operator to approve',
    configure: async () => (await import('./wording-command.ts')).wordingCommand,
  },
  migrate: {
    summary: 'updates the tables of the BFF before a new release starts',
    configure: async () => (await import('./records.ts')).migrateCommand,
  },
})
