/** The commands of `voter-registration-sandbox`. */
import { createCommandLine } from '../../server/commands/command-line.ts'

/** The command line of `voter-registration-sandbox`. */
export const { run: runCli, main } = createCommandLine('voter-registration-sandbox', {
  '': {
    summary: 'The registration service without a key, for development and tests.',
    server: async () => (await import('./sandbox-command.ts')).runSandbox,
    options: async () => (await import('./sandbox-options.ts')).SandboxCommandOptions,
  },
})
