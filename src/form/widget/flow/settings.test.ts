import { describe, expect, it } from 'vitest'
import { aRequest, theSettings } from '../../../contract/testing/samples.ts'
import { aProblem, createFakeBff, json, type Responder } from '../../testing/fake-bff.ts'
import { createBffClient } from './bff-client.ts'

const apiBase = 'https://bff.example/api/'

const html = (status: number) => () => new Response('<h1>No</h1>', { status, headers: { 'Content-Type': 'text/html' } })

describe('settings', () => {
  it('are parsed', async () => {
    const client = createBffClient({ apiBase, fetch: createFakeBff().fetch })
    expect(await client.settings()).toEqual(theSettings())
  })

  it.each<[string, Responder]>([
    ['an error', () => aProblem(503)],
    ['no settings', () => json({})],
    ['HTML', html(200)],
    ['silence', () => new Promise(() => {})],
  ])('reject if they are %s', async (_, settings) => {
    const client = createBffClient({ apiBase, fetch: createFakeBff({ settings }).fetch, settingsTimeoutMs: 20 })
    await expect(client.settings()).rejects.toThrow()
  })

  it('belong to the partner that the page names, as do the messages and the registration', async () => {
    const bff = createFakeBff()
    const client = createBffClient({ apiBase, partner: 'river & city', fetch: bff.fetch, isOffline: () => false })
    await client.settings()
    await client.messages('es')
    await client.register(aRequest(), { idempotencyKey: crypto.randomUUID(), consentVersion: 'en-1' })
    const requests = bff.requests.map(({ path, search }) => [path, new URLSearchParams(search).get('partner')])
    expect(requests).toEqual([
      ['/api/settings', 'river & city'],
      ['/api/messages/es', 'river & city'],
      ['/api/registrations', 'river & city'],
    ])
  })

  it('of an unknown partner reject with the reason', async () => {
    const bff = createFakeBff({ settings: () => aProblem(404, { code: 'partner_unknown' }) })
    const client = createBffClient({ apiBase, partner: 'rivver', fetch: bff.fetch })
    await expect(client.settings()).rejects.toMatchObject({ cause: 'partner_unknown' })
  })
})
