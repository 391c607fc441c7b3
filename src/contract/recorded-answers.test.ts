/** Responses from the real service's server or its documents, with names replaced: our schemas read each of them. */
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { Field } from './civic-data/field.ts'
import { Override } from './civic-data/override.ts'
import { StateData } from './civic-data/state-data.ts'
import { V1Field, V1StateData } from './civic-data/v1.ts'
import { RegistrationResponse, ValidationError } from './registration.ts'
import recordedAnswers from './testing/recorded-answers.json' with { type: 'json' }
import { Check, Downtime, Page, Site } from './uptime.ts'

const pageSchema = (item: z.ZodMiniType) => z.intersection(Page, z.object({ results: z.array(item) }))

/** The schema, by the beginning of the answer's name; the first match counts. */
const schemas: readonly (readonly [string, z.ZodMiniType])[] = [
  ['action-400', ValidationError],
  ['action-response', RegistrationResponse],
  ['civic-v1-field', z.array(V1Field)],
  ['civic-v1-state', V1StateData],
  ['civic-v2-field', z.array(Field)],
  ['civic-v2-override', z.array(Override)],
  ['civic-v2-state', StateData],
  ['uptime-checks', pageSchema(Check)],
  ['uptime-downtime', pageSchema(Downtime)],
  ['uptime-sites', pageSchema(Site)],
  ['uptime-site', Site],
]

it.each(Object.entries(recordedAnswers))('the schema of the answer accepts %s', (name, value: unknown) => {
  const [, schema] = schemas.find(([beginning]) => name.startsWith(beginning)) ?? []
  expect(schema?.safeParse(value)).toMatchObject({ success: true })
})
