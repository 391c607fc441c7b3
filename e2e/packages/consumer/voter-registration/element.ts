/** A partner's page with the tags and no React, not even its types: must type-check against the packed package. */
import type { ElementOptions, VoterRegistrationElement } from 'voter-registration/element'
import { defineElement } from 'voter-registration/element/class'
import { type StateFactsOptions, VoterStateFactsElement } from 'voter-registration/state-facts'

const options: Partial<ElementOptions> = { apiBase: 'https://register.partner.example', layout: 'steps' }
const facts: StateFactsOptions = { apiBase: 'https://register.partner.example', state: 'TN' }

export const defined: readonly unknown[] = [defineElement(), VoterStateFactsElement.version]

const form: VoterRegistrationElement | null = document.querySelector('voter-registration')
Object.assign(form ?? {}, options)
Object.assign(document.querySelector('voter-state-facts') ?? {}, facts)
form?.addEventListener('vr-action', (event) => console.log(event.detail.destinationHost))
// @ts-expect-error there is no such layout: the element's own types apply, not `any`.
if (form !== null) form.layout = 'pages'
// @ts-expect-error consent is never filled in for the voter.
form?.setPrefill({ sms_opt_in: 'true' })
