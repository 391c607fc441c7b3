/** The log of the QA page, as React state. It is kept in the tab: a button that is pressed may lead to another page and back. */
import { useCallback, useEffect, useState } from 'react'
import { keep, readKept } from './kept.ts'
import type { LogEntry } from './log-entry.ts'

/** Maximum number of entries: older ones are dropped. */
const most = 500

/** The input for an entry; time and number are added. */
export type NewEntry = Pick<LogEntry, 'from' | 'to' | 'line'> &
  Partial<Pick<LogEntry, 'tone' | 'details' | 'isEarlier'>>

/** Returns the entries, newest last, with a function to add one and a function to clear them; both functions are stable. */
export function useLog(): { entries: readonly LogEntry[]; add: (entry: NewEntry) => void; clear: () => void } {
  const [entries, setEntries] = useState<readonly LogEntry[]>(keptEntries)
  useEffect(() => keep('log', entries), [entries])
  const add = useCallback((entry: NewEntry) => {
    const at = new Date()
    setEntries((before) => {
      const id = (before.at(-1)?.id ?? 0) + 1
      return [...before, { tone: 'plain' as const, details: '', ...entry, id, at }].slice(-most)
    })
  }, [])
  const clear = useCallback(() => setEntries([]), [])
  return { entries, add, clear }
}

/** Returns the entries that an earlier page of this tab has kept. */
function keptEntries(): readonly LogEntry[] {
  return readKept<readonly LogEntry[]>('log', []).map((entry) => ({ ...entry, at: new Date(entry.at) }))
}
