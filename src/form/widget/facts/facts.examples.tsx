/** The facts of a state in each of their states: beside the form, on the answer screen, alone. */
import { type ReactNode, useState } from 'react'
import type { StateFacts } from '../../../contract/civic-data/state-facts.ts'
import type { StateCode } from '../../../contract/states.ts'
import { aStateFact, theStateFacts } from '../../../contract/testing/civic-samples.ts'
import { theSettings } from '../../../contract/testing/samples.ts'
import { es as spanish } from '../../locales/es.ts'
import type { Example } from '../../testing/example.ts'
import { aProblem, createFakeBff, json } from '../../testing/fake-bff.ts'
import { WithParts } from '../../testing/with-parts.tsx'
import { VoterStateFacts } from '../facts/state-facts-root.tsx'
import { createBffClient } from '../flow/bff-client.ts'
import type { FormValues } from '../form/fields.ts'
import { FormAround } from '../inputs/fields.examples.tsx'
import type { FactsAccess } from '../lazy-parts.ts'
import { createFormMessages } from '../messages/catalog.ts'
import type { Locale } from '../options.ts'
import { AnswerFactsSlot, FactsSlot } from './facts-slot.tsx'

const en = createFormMessages()
const es = createFormMessages(spanish)

/** Facts with warnings, regional values and a minimum age. */
export const manyFacts = theStateFacts({
  facts: [
    aStateFact('alerts_registration', '**New:** bring your ID card, see [the notice](https://state.example/notice/).'),
    aStateFact('minimum_age_register', '16 (votes at 18)', { modified_at: '2024-10-02T00:00:00Z' }),
    aStateFact('id_laws_online_registration', 'The online form asks for a driver&#x27;s license or state ID.'),
    aStateFact('gov_tool_absentee_request', '', { value: { is: 'link', url: 'https://state.example/mail/' } }),
    aStateFact('gov_tool_registration', '', { value: { is: 'link', url: 'https://state.example/register/' } }),
    aStateFact('registration_directions', '1. Find your county clerk.\n2. Ask for the form.'),
    ...theStateFacts().facts,
  ],
})

/** The same for a region with a tool of its own. */
export const regionFacts = theStateFacts({
  ...manyFacts,
  region: 'Cook County',
  facts: manyFacts.facts.map((fact) =>
    fact.slug === 'gov_tool_absentee_request'
      ? { ...fact, value: { is: 'link', url: 'https://cook.example/mail/' }, regional: true }
      : fact,
  ),
})

/** An access whose BFF responds with these facts; `never` and `broken` for one that does not. */
export function anAccess(facts: StateFacts | 'never' | 'broken', change: Partial<FactsAccess> = {}): FactsAccess {
  const client = createBffClient({ apiBase: 'https://bff.example', fetch: aFetch(facts) })
  return { client, sandbox: false, regions: new Map(), ...change }
}

function aFetch(facts: StateFacts | 'never' | 'broken'): typeof fetch {
  return createFakeBff({
    states: ({ search }) => {
      if (facts === 'never') return new Promise(() => {})
      if (facts === 'broken') return aProblem(503, { code: 'upstream_unreachable' })
      return json(search === '' ? facts : regionFacts)
    },
  }).fetch
}

/** Keeps the result of the first render. */
function Keep<Value>({ make, children }: { make: () => Value; children: (value: Value) => ReactNode }) {
  const [value] = useState(make)
  return children(value)
}

function beside(
  name: string,
  make: () => FactsAccess,
  change: { words?: typeof en; values?: Partial<FormValues>; code?: StateCode } = {},
): Example {
  const { words = en, values = {}, code = 'IL' } = change
  return {
    name,
    render: () => (
      <WithParts>
        <FormAround words={words} values={{ state: code, ...values }}>
          <Keep make={make}>{(access) => <FactsSlot access={access} />}</Keep>
        </FormAround>
      </WithParts>
    ),
  }
}

/** The parts of the answer screen, in their order. */
const answerParts = ['DidYouFinish', 'AnswerDates', 'AnswerDocuments', 'AnswerFacts'] as const

function afterAnswer(name: string, make: () => FactsAccess, hasButtons: boolean, t = en): Example {
  return {
    name,
    render: () => (
      <WithParts context={{ t, headingLevel: 3, clock: { now: () => Date.UTC(2026, 2, 2, 12) } }}>
        <div className="vr-root" lang={t.language}>
          <div className="vr-screen">
            <Keep make={make}>
              {(access) => (
                <>
                  {answerParts.map((shows) => (
                    <AnswerFactsSlot
                      key={shows}
                      component={shows}
                      sections="s-"
                      access={access}
                      code="IL"
                      isRestored={hasButtons}
                      hasLeft={() => false}
                      onCorrect={() => undefined}
                      hasButtons={hasButtons}
                      message="Bring an ID."
                    />
                  ))}
                </>
              )}
            </Keep>
          </div>
        </div>
      </WithParts>
    ),
  }
}

function alone(name: string, change: { locale?: Locale; fields?: string[]; region?: string } = {}): Example {
  return {
    name,
    render: () => (
      <Keep make={() => ({ fetch: aFetch(manyFacts) })}>
        {({ fetch }) => (
          <VoterStateFacts
            apiBase="https://bff.example"
            state="IL"
            locale="en"
            settings={theSettings({ features: { subscriber_opt_in: false, sandbox: true, state_facts: true } })}
            fetch={fetch}
            {...change}
          />
        )}
      </Keep>
    ),
  }
}

const boston = { zipcode: '02108' }
const minor = { birthMonth: '4', birthDay: '12', birthYear: '2012' }

export const examples: Example[] = [
  beside('beside the form', () => anAccess(theStateFacts({ regions: [] }))),
  beside('with a warning and regions', () => anAccess(manyFacts)),
  beside('of a region', () => anAccess(manyFacts, { regions: new Map([['IL', 'Cook County']]) })),
  beside('old', () => anAccess(theStateFacts({ stale: true }))),
  beside('of the sandbox', () => anAccess(theStateFacts(), { sandbox: true })),
  beside('loading', () => anAccess('never')),
  beside('failed', () => anAccess('broken')),
  beside('ZIP code of another state', () => anAccess('never'), { values: boston }),
  beside('under 18', () => anAccess(manyFacts), { values: minor }),
  beside('Spanish', () => anAccess(manyFacts), { words: es, values: { ...boston, ...minor } }),
  beside('failed, Spanish', () => anAccess('broken'), { words: es }),
  afterAnswer('on the answer', () => anAccess(manyFacts), true),
  afterAnswer('on an answer without a button', () => anAccess(manyFacts), false),
  afterAnswer('on an answer without a button, Spanish', () => anAccess(manyFacts), false, es),
  afterAnswer('on the answer, failed', () => anAccess('broken'), true),
  alone('alone'),
  alone('alone, chosen fields', { fields: ['registration_methods', 'sdr_locations', 'gov_tool_registration'] }),
  alone('alone, a region', { region: 'Cook County' }),
  alone('alone, Spanish', { locale: 'es' }),
]
