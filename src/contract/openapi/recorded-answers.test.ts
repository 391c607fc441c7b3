/** Responses from the real service's server or its documents, with names replaced: our documents describe each of them. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { openApiCheck } from '../testing/openapi-check.ts'
import { type OpenApiName, openApi } from './documents.ts'

const folder = path.join(import.meta.dirname, '../testing/recorded')
const server = 'https://api.service.example'
const uuid = '0f5e2b7c-6a11-4e0e-8d55-2f3c9d1a7b01'
const register = ['action', 'POST', '/v1/registration/external/request/'] as const

/** The request, by the beginning of the file's name; the first match counts. */
const asked: readonly (readonly [RegExp, number, OpenApiName, string, string])[] = [
  [/^action-400/, 400, ...register],
  [/^action-response/, 200, ...register],
  [/^track-201/, 201, 'action', 'POST', '/v1/event/track/'],
  [/^civic-v1-field/, 200, 'civic-v1', 'GET', '/v1/election/field/'],
  [/^civic-v1-state/, 200, 'civic-v1', 'GET', '/v1/election/data/state/TN/'],
  [/^civic-v2-field/, 200, 'civic-v2', 'GET', '/v2/election/field/'],
  [/^civic-v2-override/, 200, 'civic-v2', 'GET', '/v2/election/override/'],
  [/^civic-v2-state/, 200, 'civic-v2', 'GET', '/v2/election/data/state/TN/'],
  [/^uptime-checks/, 200, 'uptime', 'GET', `/v1/leouptime/sites/${uuid}/checks/`],
  [/^uptime-downtime/, 200, 'uptime', 'GET', '/v1/leouptime/downtime/'],
  [/^uptime-sites-down/, 200, 'uptime', 'GET', '/v1/leouptime/sites-down/'],
  [/^uptime-sites/, 200, 'uptime', 'GET', '/v1/leouptime/sites/'],
  [/^uptime-site/, 200, 'uptime', 'GET', `/v1/leouptime/sites/${uuid}/`],
]

it.each(readdirSync(folder))('%s is as the document says', async (file) => {
  const [, status, name, method, asks] = asked.find(([begins]) => begins.test(file)) ?? []
  if (name === undefined || method === undefined || asks === undefined) throw new Error(`Nothing asks for ${file}.`)
  const check = openApiCheck(openApi(name, server))
  const answer = new Response(readFileSync(path.join(folder, file)), {
    status: status ?? 200,
    headers: { 'content-type': 'application/json' },
  })
  expect(await check.departures(method, server + asks, answer)).toEqual([])
})

it('an answer of another shape departs', async () => {
  const check = openApiCheck(openApi('action', server))
  const answer = Response.json({ message_markdown: 7, buttons: {} })
  expect(await check.departures('POST', server + register[2], answer)).not.toEqual([])
})
