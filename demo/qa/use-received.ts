/** What the sandbox says it has accepted, added to the log. */
import { useCallback, useEffect, useRef } from 'react'
import { layOut } from '../exchange.ts'
import { timeOf } from './log-entry.ts'
import type { NewEntry } from './use-log.ts'

/** How long after an exchange the sandbox is asked, in milliseconds: a report may arrive after its press was answered. */
const waits = [150, 800, 2500]

const kinds = ['registrations', 'events', 'tracking_failures'] as const

/** Of what the sandbox lists, the parts that are shown here. */
type Received = Record<(typeof kinds)[number], readonly { at: string; raw?: string; body?: unknown }[]>

const words = {
  registrations: 'accepted a registration',
  events: 'accepted an event',
  tracking_failures: 'refused an event',
} as const

/** An event shows as the text it came as: read as a value, 12345678901234567890 would be another number. */
function entryOf(kind: keyof typeof words, { at, raw, body }: Received['events'][number]): NewEntry {
  return {
    from: 'sandbox',
    to: 'page',
    line: `${words[kind]} at ${timeOf(new Date(at))}`,
    tone: kind === 'tracking_failures' ? 'bad' : 'good',
    details: layOut(raw ?? JSON.stringify(body)),
  }
}

/**
 * Asks the sandbox once for what it had accepted before this page, then after every call of the returned function.
 *
 * @param sandbox its base address
 */
export function useReceived(sandbox: string, add: (entry: NewEntry) => void): () => void {
  const seen = useRef<Record<string, number>>({})
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
    } catch {
      add({ from: 'sandbox', to: 'page', line: 'does not say what it has accepted: is it running?', tone: 'bad' })
    }
  }, [sandbox, add])
  useEffect(() => {
    void ask()
  }, [ask])
  return useCallback(() => {
    for (const wait of waits) setTimeout(() => void ask(), wait)
  }, [ask])
}
