/** Names that a partner writes, as in docs/types.md: each wrong one is an error of the compiler. Must type-check against the packed
 *  package, with no ambient types. */
import {
  type FormErrorCode,
  type MessageKey,
  type Prefill,
  VoterRegistration,
  type VoterRegistrationProps,
  VoterStateFacts,
} from 'voter-registration'
import 'voter-registration/styles.css'

const apiBase = 'https://register.partner.example'

/** A language that comes from elsewhere needs no cast. */
export const spoken = (language: string) => <VoterRegistration apiBase={apiBase} locale={language} />

export const right: VoterRegistrationProps[] = [
  { apiBase, locale: 'es', prefill: { state: 'TN', title: 'Mrs.', zipcode: '37203' } },
  {
    apiBase,
    locale: 'pt-BR',
    prefill: { state: 'dc' },
    messages: { 'form.heading': 'x', 'facts.heading': 'x', 'months.0': 'x' },
  },
]

// @ts-expect-error a state is written as its code.
export const state: Prefill = { state: 'Tennessee' }
// @ts-expect-error there is no such state.
export const facts = <VoterStateFacts apiBase={apiBase} state="ZZ" />
// @ts-expect-error the field is zipcode.
export const zip: Prefill = { zip: '37203' }
// @ts-expect-error there is no such text.
export const message: VoterRegistrationProps['messages'] = { 'form.headingg': 'x' }
// @ts-expect-error what a voter types stays in the form.
export const leave = <VoterRegistration apiBase={apiBase} onLeave={console.log} />
// @ts-expect-error the panel reports to its element only.
export const status = <VoterStateFacts apiBase={apiBase} state="TN" onStatusChange={console.log} />
// @ts-expect-error there is no such token.
export const look: VoterRegistrationProps['appearance'] = { variables: { 'colour-primary': '#003b5c' } }

/** What went wrong, in a partner's statistics. */
export function says(code: FormErrorCode): string {
  // @ts-expect-error there is no such code.
  if (code === 'rate_limitd') return 'limited'
  return code === 'rate_limited' || code === 'http_502' ? 'busy' : code
}

export const key: MessageKey = 'notSent.wait'
