/** Adds what the sandbox has accepted to the log. */
import { useCallback, useEffect, useRef } from 'react'
import { indentJson } from '../exchange.ts'
import { formatTime } from './log-entry.ts'
import { readSaved, save } from './tab-storage.ts'
import type { NewEntry } from './use-log.ts'

/** Delays of the queries to the sandbox after an exchange, in milliseconds: a report may arrive after its press's response. */
const queryDelaysMs = [150, 800, 2500]

const receivedKinds = ['registrations', 'events', 'tracking_failures'] as const

/** The parts of the sandbox's list that are shown here. */
type Received = Record<(typeof receivedKinds)[number], readonly { received_at: string; raw?: string; body?: unknown }[]>

const kindTexts = {
  registrations: 'accepted a registration',
  events: 'accepted an event',
  tracking_failures: 'refused an event',
} as const

/** Returns a log entry. An event is shown as its raw text: parsed, 12345678901234567890 would become another number. */
function toEntry(kind: keyof typeof kindTexts, { received_at, raw, body }: Received['events'][number]): NewEntry {
  return {
    source: 'sandbox',
    target: 'page',
    line: `${kindTexts[kind]} at ${formatTime(new Date(received_at))}`,
    tone: kind === 'tracking_failures' ? 'bad' : 'good',
    details: indentJson(raw ?? JSON.stringify(body)),
  }
}

/**
 * Queries the sandbox once for what it had accepted before this page, then after every call of the returned function.
 *
 * @param sandbox its base URL
 */
export function useReceived(sandbox: string, add: (entry: NewEntry) => void): () => void {
  const counts = useRef(readSaved<Record<string, number>>('received', {}))
  const ask = useCallback(async () => {
    try {
      const answer = await fetch(`${sandbox}/_sandbox/received`)
      const received: Received = await answer.json()
      for (const kind of receivedKinds) {
        const list = received[kind]
        const isEarlier = counts.current[kind] === undefined
        const knownCount = Math.min(counts.current[kind] ?? 0, list.length)
        counts.current[kind] = list.length
        for (const item of list.slice(knownCount)) add({ ...toEntry(kind, item), isEarlier })
      }
      save('received', counts.current)
    } catch {
      add({
        source: 'sandbox',
        target: 'page',
        line: 'does not list what it has accepted: is it running?',
        tone: 'bad',
      })
    }
  }, [sandbox, add])
  useEffect(() => {
    void ask()
  }, [ask])
  return useCallback(() => {
    for (const wait of queryDelaysMs) setTimeout(() => void ask(), wait)
  }, [ask])
}
