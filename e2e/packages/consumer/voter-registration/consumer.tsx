/** A partner's code, as the README shows it: must type-check against the packed package. */
import { useRef } from 'react'
import {
  type Catalog,
  VoterRegistration,
  type VoterRegistrationHandle,
  type VoterRegistrationProps,
  VoterStateFacts,
  type VoterStateFactsProps,
} from 'voter-registration'
import { bffPaths, checkRequest, type RegistrationRequest, states } from 'voter-registration/contract'
import type { VoterRegistrationElement } from 'voter-registration/element'
import { defineElement } from 'voter-registration/element/class'
import { es } from 'voter-registration/locales/es'
import { zhHans } from 'voter-registration/locales/zh-Hans'
import type { StateFactsOptions, VoterStateFactsElement } from 'voter-registration/state-facts'

const props: VoterRegistrationProps = { apiBase: 'https://register.partner.example/api', partner: 'acme' }

/** A partial message catalog of the partner's own. */
const polish: Catalog = {
  language: 'pl',
  notSent: { wait: { few: 'Za {seconds} sekundy.', other: 'Za {seconds} s.' } },
}

// @ts-expect-error English has no such text.
export const wrong: Catalog = { language: 'pl', form: { headline: 'x' } }

export function Page() {
  const handle = useRef<VoterRegistrationHandle>(null)
  return (
    <VoterRegistration
      ref={handle}
      {...props}
      locale="es"
      locales={[es, zhHans, polish]}
      onTrack={({ ok }) => console.log(ok)}
    />
  )
}

export const facts: VoterStateFactsProps = { apiBase: props.apiBase, state: 'TN', fields: ['gov_tool_verify'] }

export function StatePage() {
  return <VoterStateFacts {...facts} region="Sample County" locale="es" />
}

// @ts-expect-error consent is never filled in for the voter, not even by type.
export const consent: VoterRegistrationProps = { apiBase: '', prefill: { sms_opt_in: true } }

export function listen(element: VoterRegistrationElement): void {
  element.kiosk = { idleSeconds: 90 }
  element.addEventListener('vr-action', (event) => console.log(event.detail.destinationHost, event.defaultPrevented))
  document.querySelector('voter-registration')?.setPrefill({ first_name: 'Ada' })
  // @ts-expect-error no event contains a name.
  element.addEventListener('vr-result', (event) => console.log(event.detail.first_name))
}

export function elections(element: VoterStateFactsElement): void {
  const options: StateFactsOptions = { apiBase: facts.apiBase, state: 'FL', region: 'Alachua County' }
  Object.assign(element, options)
  const [first] = document.querySelector('voter-state-facts')?.fields ?? []
  console.log(first, element.version)
}

export const result: ReturnType<typeof checkRequest> = checkRequest({ state: states.TN })
export const request: Pick<RegistrationRequest, 'zipcode'> = { zipcode: '02108' }
export const used = [bffPaths.settings, defineElement]
