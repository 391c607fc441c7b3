import { createCommandLine } from '../../server/commands/command-line.ts'

export const { run: runCli, main } = createCommandLine('voter-registration-sandbox', {
  '': {
    summary: 'The registration service without a key, for development and tests.',
    server: async () => (await import('./sandbox-command.ts')).runSandbox,
    options: async () => (await import('./sandbox-options.ts')).SandboxCommandOptions,
  },
})
