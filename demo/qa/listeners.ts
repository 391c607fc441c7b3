/** One callback for each event of the form; each writes to the log. */
import type { VoterRegistrationCallbacks } from 'voter-registration'
import type { NewEntry } from './use-log.ts'

/** Returns the callbacks. Their details contain no personal data. */
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
    onFinish: write('onFinish'),
    onTrack: write('onTrack'),
    onError: write('onError'),
    onReset: write('onReset'),
  }
}

/** Returns text unchanged, anything else as JSON. */
function plain(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value))
}
