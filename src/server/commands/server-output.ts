/** What a running server writes to standard output: sentences at a terminal; anywhere else JSON alone, for a collector of logs. */
import { version } from '../version.ts'
import type { Streams } from './task.ts'

/** The output of one server. */
export interface ServerOutput {
  /** Writes a line; one of JSON as it is. */
  print: (line: string) => void
  /** Writes one line of JSON with everything that was printed so far; at a terminal that is there already. */
  started: () => void
  /** Writes one line of JSON with the reason, a signal; nothing at a terminal. */
  stopped: (reason: string) => void
}

/** Creates the output of a server. */
export function serverOutput({ out, isTerminal = false }: Streams): ServerOutput {
  const write = (line: object) => out(`${JSON.stringify({ t: new Date().toISOString(), level: 'info', ...line })}\n`)
  const first: string[] = []
  let isStarted = false
  return {
    print(line) {
      if (isTerminal || line.startsWith('{')) out(`${line}\n`)
      else if (isStarted) write({ message: line })
      else first.push(line)
    },
    started() {
      isStarted = true
      if (!isTerminal) write({ code: 'started', version, message: first.join('; ') })
    },
    stopped(reason) {
      if (!isTerminal) write({ code: 'stopped', version, message: reason })
    },
  }
}
