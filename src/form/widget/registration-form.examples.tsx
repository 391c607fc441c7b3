/** The whole form in each of its states. */
import { ourEnglishWordings, type Settings } from '../../contract/bff-api.ts'
import { aWording, theSettings } from '../../contract/testing/samples.ts'
import { catalogs } from '../locales/catalogs.ts'
import type { Example } from '../testing/example.ts'
import { createFakeBff } from '../testing/fake-bff.ts'
import type { FormLayout } from './form/fields.ts'
import type { Locale, Prefill } from './options.ts'
import { VoterRegistration } from './react/voter-registration.tsx'

const person: Prefill = {
  title: 'Ms',
  first_name: 'Ada',
  last_name: 'Sample',
  date_of_birth: '1990-04-12',
  email: 'ada@example.org',
  phone: '+16175551234',
  address1: '10 Test Street',
  city: 'Boston',
  state: 'MA',
  zipcode: '02108',
}

const show = (
  locale: Locale,
  prefill: Prefill = {},
  settings: Settings = theSettings(),
  layout: FormLayout = 'page',
) => (
  <VoterRegistration
    apiBase="https://bff.example"
    fetch={createFakeBff().fetch}
    settings={settings}
    locale={locale}
    locales={catalogs.slice(1)}
    prefill={prefill}
    layout={layout}
  />
)

/** With the English wording of which the package has translations. */
const translated = theSettings({ wording: { en: aWording({ version: ourEnglishWordings[0] ?? '' }) } })

const inOtherLanguages: Record<string, string> = {
  'zh-Hans': 'Chinese',
  vi: 'Vietnamese',
  ko: 'Korean',
  fil: 'Filipino',
  ar: 'Arabic',
  fr: 'French',
  ht: 'Haitian Creole',
  'zh-Hant': 'Traditional Chinese',
  km: 'Khmer',
  bn: 'Bengali',
  hi: 'Hindi',
}

export const examples: Example[] = [
  { name: 'empty', render: () => show('en') },
  { name: 'filled in', render: () => show('en', person) },
  {
    name: 'practice',
    render: () => show('en', {}, theSettings({ features: { subscriber_opt_in: false, sandbox: true } })),
  },
  { name: 'in steps', render: () => show('en', {}, theSettings(), 'steps') },
  { name: 'empty, Spanish', render: () => show('es') },
  ...Object.entries(inOtherLanguages).map(([locale, name]) => ({
    name: `with a translation of the wording, ${name}`,
    render: () => show(locale, {}, translated),
  })),
]
