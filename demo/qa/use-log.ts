/** The log of the QA page, as React state. It lives in memory and ends with the page. */
import { useCallback, useState } from 'react'
import type { LogEntry } from './log-entry.ts'

/** Older entries make room. */
const most = 500

/** What an entry is made from; time and number are added. */
export type NewEntry = Pick<LogEntry, 'from' | 'to' | 'line'> &
  Partial<Pick<LogEntry, 'tone' | 'details' | 'isEarlier'>>

/** Entries, newest last, with a way to add one and a way to begin again; both ways never change. */
export function useLog(): { entries: readonly LogEntry[]; add: (entry: NewEntry) => void; clear: () => void } {
  const [entries, setEntries] = useState<readonly LogEntry[]>([])
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
