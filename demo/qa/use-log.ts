/** The log of the QA page, as React state. It is kept in the tab: a button that is pressed may lead to another page and back. */
import { useCallback, useEffect, useState } from 'react'
import type { VoterRegistrationCallbacks } from 'voter-registration'
import type { LogEntry } from './log-entry.ts'
import { readSaved, save } from './tab-storage.ts'

/** Maximum number of entries: older ones are dropped. */
const maxEntries = 500

/** The input for an entry; time and number are added. */
export type NewEntry = Pick<LogEntry, 'source' | 'target' | 'line'> &
  Partial<Pick<LogEntry, 'tone' | 'details' | 'isEarlier'>>

/** Returns the entries, newest last, with a function to add one and a function to clear them; both functions are stable. */
export function useLog(): { entries: readonly LogEntry[]; add: (entry: NewEntry) => void; clear: () => void } {
  const [entries, setEntries] = useState<readonly LogEntry[]>(readSavedEntries)
  useEffect(() => save('log', entries), [entries])
  const add = useCallback((entry: NewEntry) => {
    const date = new Date()
    setEntries((previous) => {
      const id = (previous.at(-1)?.id ?? 0) + 1
      return [...previous, { tone: 'plain' as const, details: '', ...entry, id, date }].slice(-maxEntries)
    })
  }, [])
  const clear = useCallback(() => setEntries([]), [])
  return { entries, add, clear }
}

/** Returns the entries that an earlier page of this tab has kept. */
function readSavedEntries(): readonly LogEntry[] {
  return readSaved<readonly LogEntry[]>('log', []).map((entry) => ({ ...entry, date: new Date(entry.date) }))
}

/** Returns a callback for each event of the form, which writes to the log. Their details contain no personal data. */
export function createCallbacks(add: (entry: NewEntry) => void): Required<VoterRegistrationCallbacks> {
  const write = (name: keyof VoterRegistrationCallbacks) => (detail: object) => {
    const { instanceId: _, version: __, ...detailFields } = { instanceId: '', version: '', ...detail }
    const shownFields = Object.entries(detailFields).filter(([, value]) => typeof value !== 'function')
    const texts = shownFields.map(
      ([key, value]) => `${key} ${Array.isArray(value) ? value.join(', ') : formatValue(value)}`,
    )
    add({
      source: 'form',
      target: 'page',
      line: [name, ...texts].join(' · '),
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
function formatValue(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value))
}
