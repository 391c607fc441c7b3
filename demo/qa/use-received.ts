/** Adds what the sandbox has accepted to the log. */
import { useCallback, useEffect, useRef } from 'react'
import { layOut } from '../exchange.ts'
import { keep, readKept } from './kept.ts'
import { timeOf } from './log-entry.ts'
import type { NewEntry } from './use-log.ts'

/** Delays of the queries to the sandbox after an exchange, in milliseconds: a report may arrive after its press's response. */
const waits = [150, 800, 2500]

const kinds = ['registrations', 'events', 'tracking_failures'] as const

/** The parts of the sandbox's list that are shown here. */
type Received = Record<(typeof kinds)[number], readonly { received_at: string; raw?: string; body?: unknown }[]>

const words = {
  registrations: 'accepted a registration',
  events: 'accepted an event',
  tracking_failures: 'refused an event',
} as const

/** Returns a log entry. An event is shown as its raw text: parsed, 12345678901234567890 would become another number. */
function entryOf(kind: keyof typeof words, { received_at, raw, body }: Received['events'][number]): NewEntry {
  return {
    from: 'sandbox',
    to: 'page',
    line: `${words[kind]} at ${timeOf(new Date(received_at))}`,
    tone: kind === 'tracking_failures' ? 'bad' : 'good',
    details: layOut(raw ?? JSON.stringify(body)),
  }
}

/**
 * Queries the sandbox once for what it had accepted before this page, then after every call of the returned function.
 *
 * @param sandbox its base URL
 */
export function useReceived(sandbox: string, add: (entry: NewEntry) => void): () => void {
  const seen = useRef(readKept<Record<string, number>>('received', {}))
  const ask = useCallback(async () => {
    try {
      const answer = await fetch(`${sandbox}/_sandbox/received`)
      const received: Received = await answer.json()
      for (const kind of kinds) {
        const list = received[kind]
        const isEarlier = seen.current[kind] === undefined
        const before = Math.min(seen.current[kind] ?? 0, list.length)
        seen.current[kind] = list.length
        for (const item of list.slice(before)) add({ ...entryOf(kind, item), isEarlier })
      }
      keep('received', seen.current)
    } catch {
      add({ from: 'sandbox', to: 'page', line: 'does not list what it has accepted: is it running?', tone: 'bad' })
    }
  }, [sandbox, add])
  useEffect(() => {
    void ask()
  }, [ask])
  return useCallback(() => {
    for (const wait of waits) setTimeout(() => void ask(), wait)
  }, [ask])
}
