/** The consent block in each of its states. */
import { aWording, theSettings } from '../../../contract/testing/samples.ts'
import { es as spanish } from '../../locales/es.ts'
import type { Example } from '../../testing/example.ts'
import { FormAround } from '../inputs/fields.examples.tsx'
import { createFormMessages, type FormMessages } from '../messages/catalog.ts'
import type { SettingsState } from '../use-root.ts'
import { Consent } from './consent.tsx'

const en = createFormMessages()
const es = createFormMessages(spanish)

const show = (settings: SettingsState, words: FormMessages = en, subscriberOptIn = true) => (
  <FormAround words={words}>
    <Consent settings={settings} subscriberOptIn={subscriberOptIn} page="/form" onReload={() => {}} />
  </FormAround>
)

const ready = (change: Parameters<typeof theSettings>[0] = {}): SettingsState => ({
  type: 'ready',
  settings: theSettings(change),
})

export const examples: Example[] = [
  { name: 'with the partner’s own messages', render: () => show(ready()) },
  { name: 'without the partner’s own messages', render: () => show(ready(), en, false) },
  { name: 'loading', render: () => show({ type: 'loading' }) },
  { name: 'not loaded', render: () => show({ type: 'failed' }) },
  { name: 'not loaded, Spanish', render: () => show({ type: 'failed' }, es) },
  { name: 'English wording in a Spanish form', render: () => show(ready(), es) },
  {
    name: 'Spanish wording, Spanish',
    render: () => show(ready({ wording: { en: aWording(), es: aWording({ language: 'es', version: 'es-1' }) } }), es),
  },
]
