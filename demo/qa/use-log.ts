/** The log of the QA page, as React state. It is kept in the tab: a button that is pressed may lead to another page and back. */
import { useCallback, useEffect, useState } from 'react'
import type { VoterRegistrationCallbacks } from 'voter-registration'
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

/** Returns a callback for each event of the form, which writes to the log. Their details contain no personal data. */
export function listeners(add: (entry: NewEntry) => void): Required<VoterRegistrationCallbacks> {
  const write = (name: keyof VoterRegistrationCallbacks) => (detail: object) => {
    const { instanceId: _, version: __, ...own } = { instanceId: '', version: '', ...detail }
    const told = Object.entries(own).filter(([, value]) => typeof value !== 'function')
    const words = told.map(([key, value]) => `${key} ${Array.isArray(value) ? value.join(', ') : plain(value)}`)
    add({
      from: 'form',
      to: 'page',
      line: [name, ...words].join(' · '),
      tone: name === 'onError' ? 'bad' : 'plain',
      details: JSON.stringify(detail, undefined, 2),
    })
  }
  return {
    onReady: write('onReady'),
    onStart: write('onStart'),
    onStep: write('onStep'),
    onTooYoung: write('onTooYoung'),
    onInvalid: write('onInvalid'),
    onSubmit: write('onSubmit'),
    onResult: write('onResult'),
    onAction: write('onAction'),
    onFollowUp: write('onFollowUp'),
    onTrack: write('onTrack'),
    onError: write('onError'),
    onReset: write('onReset'),
  }
}

/** Returns text unchanged, anything else as JSON. */
function plain(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value))
}
