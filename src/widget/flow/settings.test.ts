import { describe, expect, it } from 'vitest'
import { type Answering, aFakeBff, aProblem, json } from '../../testing/fake-bff.ts'
import { theSettings } from '../../testing/samples.ts'
import { createBffClient } from './bff-client.ts'

const apiBase = 'https://bff.example/api/'

const html = (status: number) => () => new Response('<h1>No</h1>', { status, headers: { 'Content-Type': 'text/html' } })

describe('the settings', () => {
  it('are read', async () => {
    const client = createBffClient({ apiBase, fetch: aFakeBff().fetch })
    expect(await client.settings()).toEqual(theSettings())
  })

  it.each<[string, Answering]>([
    ['an error', () => aProblem(503)],
    ['no settings', () => json({})],
    ['HTML', html(200)],
    ['silence', () => new Promise(() => {})],
  ])('that are %s reject', async (_, settings) => {
    const client = createBffClient({ apiBase, fetch: aFakeBff({ settings }).fetch, settingsTimeout: 20 })
    await expect(client.settings()).rejects.toThrow()
  })
})
