/** State facts and registrations share a process, and may share a service: neither may block the other. */
import { expect, it } from 'vitest'
import { servicePaths, stateFactsPath } from '../../contract/routes.ts'
import { stateCodes } from '../../contract/states.ts'
import { aResponse } from '../../contract/testing/samples.ts'
import { createBff } from '../create-bff.ts'
import { consentHeader, register, theOptions } from '../testing/bff-requests.ts'
import { respond } from '../testing/fake-service.ts'
import { sharedFakeService } from '../testing/shared-fake-service.ts'
import { undiciTransport } from '../upstream/transport-undici.ts'

const service = await sharedFakeService()

it('Civic data that hang are asked for once each, and keep nobody from registering', async () => {
  service.answerWith((response, heard) => {
    if (heard.path === servicePaths.registration) respond(200, JSON.stringify(aResponse()))(response, heard)
  })
  const transport = undiciTransport(service.url)
  const key = { civicUrl: service.url, civicKeyId: 'id', civicKeySecret: 'secret' }
  const bff = createBff(
    { ...theOptions(service.url), ...key },
    // Longer than this test, so that the calls hang all the time.
    { transport: transport.send, log: () => undefined, civicDeadline: 300_000 },
  )
  const asked = [1, 2].flatMap(() =>
    stateCodes.map((code) => bff.fetch(new Request(`http://bff.test${stateFactsPath(code)}`))),
  )
  const civic = () => service.heard.length - service.registrations().length
  // 51 states, all overrides and the catalog: never more calls than these are in flight.
  await expect.poll(civic).toBe(53)

  const headers = await consentHeader(bff)
  const statuses = await Promise.all(Array.from({ length: 16 }, async () => (await register(bff, { headers })).status))
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect(service.registrations()).toHaveLength(16)
  expect(civic()).toBe(53)

  await transport.close()
  for (const { status } of await Promise.all(asked)) expect(status).toBe(502)
})
