/** Responses from the real service's server or its documents, with names replaced: our schemas read each of them. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { Field } from './civic-data/field.ts'
import { Override } from './civic-data/override.ts'
import { StateData } from './civic-data/state-data.ts'
import { V1Field, V1StateData } from './civic-data/v1.ts'
import { RegistrationResponse, ValidationError } from './registration.ts'
import { Check, Downtime, Page, Site } from './uptime.ts'

const folder = path.join(import.meta.dirname, 'testing/recorded')
const pageSchema = (item: z.ZodMiniType) => z.intersection(Page, z.object({ results: z.array(item) }))

/** The schema, by the beginning of the file's name; the first match counts. */
const schemas: readonly (readonly [string, z.ZodMiniType])[] = [
  ['action-400', ValidationError],
  ['action-response', RegistrationResponse],
  ['track-201', z.unknown()],
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

it.each(readdirSync(folder))('the schema of the answer reads %s', (file) => {
  const [, schema] = schemas.find(([beginning]) => file.startsWith(beginning)) ?? []
  const value: unknown = JSON.parse(readFileSync(path.join(folder, file), 'utf8'))
  expect(schema?.safeParse(value)).toMatchObject({ success: true })
})
