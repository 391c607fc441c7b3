/** Where to report a vulnerability, for as long as somebody has confirmed it. */
import { expect, it } from 'vitest'
import { createBff } from '../create-bff.ts'
import { theOptions } from '../testing/bff-requests.ts'
import { sharedFakeService } from '../testing/shared-fake-service.ts'

const service = await sharedFakeService()
const contact = { securityContact: 'mailto:security@operator.example', securityExpires: '2027-07-01' }

const get = (options: object) =>
  createBff({ ...theOptions(service.url), ...options }, { log: () => undefined }).fetch(
    new Request('http://bff.test/.well-known/security.txt'),
  )

it('is served as RFC 9116 has it, once contact and end are set', async () => {
  const response = await get(contact)
  expect(response.headers.get('content-type')).toMatch(/^text\/plain; ?charset=utf-8/i)
  expect(await response.text()).toBe(
    'Contact: mailto:security@operator.example\nExpires: 2027-07-01T23:59:59Z\nPreferred-Languages: en\n',
  )
  expect((await get({ securityContact: contact.securityContact })).status).toBe(404)
})

it.each([['security@operator.example'], ['http://operator.example'], ['mailto:a@b.example\nExpires: never']])(
  'takes no %j as a contact',
  async (securityContact) => {
    expect(() => createBff({ ...theOptions(service.url), ...contact, securityContact })).toThrow('SECURITY_CONTACT')
  },
)
