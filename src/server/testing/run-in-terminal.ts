/** Runs a command as typed in a terminal, and keeps what it prints. */
import type { CommandLine, End } from '../commands/command-line.ts'
import type { Streams } from '../commands/terminal.ts'
import type { Environment } from '../options/read-options.ts'

/** What a command has printed. */
export interface Printed {
  out: string
  err: string
}

/** A terminal that keeps what is printed to it. */
export function recordingTerminal(): { terminal: Streams; printed: Printed } {
  const printed: Printed = { out: '', err: '' }
  const terminal = {
    out: (text: string) => {
      printed.out += text
    },
    err: (text: string) => {
      printed.err += text
    },
    isTerminal: true,
  }
  return { terminal, printed }
}

/** Runs a package's command line. `code` is the exit code, `undefined` while a server runs; what is printed grows with it. */
export async function runInTerminal(
  run: CommandLine['run'],
  args: readonly string[],
  env: Environment = {},
): Promise<Printed & { end: End; code: 0 | 1 | 2 | undefined }> {
  const { terminal, printed } = recordingTerminal()
  const end = await run(args, { ...env }, terminal)
  return Object.assign(printed, { end, code: end.type === 'over' ? end.code : undefined })
}
