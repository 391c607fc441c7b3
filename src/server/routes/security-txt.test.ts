/** Where to report a vulnerability, for as long as somebody has confirmed it. */
import { expect, it } from 'vitest'
import { checkSecurityTxt } from '../commands/check/check-security-txt.ts'
import { BffOptions } from '../config/options.ts'
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

it.each([
  ['2027-06-01', 'ok'],
  ['2026-10-20', 'warning'],
  ['2026-10-01', 'warning'],
  ['2029-01-01', 'warning'],
])('check, with an end on %s: %s', (securityExpires, state) => {
  const options = BffOptions.parse({ ...theOptions(service.url), ...contact, securityExpires })
  expect(checkSecurityTxt(options, Date.parse('2026-10-05T12:00:00Z'))).toMatchObject([{ name: 'security.txt', state }])
})

it.each([
  ['2026-10-05T23:59:59Z', 'the file counts for 1 more day, to the end of SECURITY_EXPIRES'],
  ['2026-10-06T00:00:00Z', 'SECURITY_EXPIRES has passed: 2026-10-05'],
  ['2026-10-04T12:00:00Z', 'the file counts for 2 more days, to the end of SECURITY_EXPIRES'],
])('check counts to the end of the last day, at %s', (now, seen) => {
  const options = BffOptions.parse({ ...theOptions(service.url), ...contact, securityExpires: '2026-10-05' })
  expect(checkSecurityTxt(options, Date.parse(now))).toMatchObject([{ state: 'warning', seen }])
})

it('check says nothing where neither is set, and names the one that is missing', () => {
  const none = BffOptions.parse(theOptions(service.url))
  expect(checkSecurityTxt(none, 0)).toEqual([])
  const half = checkSecurityTxt({ ...none, securityContact: contact.securityContact }, 0)
  expect(half).toMatchObject([{ state: 'warning', seen: 'SECURITY_EXPIRES is not set' }])
})
