/** The commands of `voter-registration-civic`. */
import { createCommandLine } from '../../server/commands/command-line.ts'

/** The command line of `voter-registration-civic`. */
export const { run: runCli, main } = createCommandLine('voter-registration-civic', {
  '': {
    summary: 'Shows, exports, compares and migrates Civic data.',
    configure: async () => (await import('./civic-command.ts')).civicCommands,
  },
})
