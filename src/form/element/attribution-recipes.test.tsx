/** The recipes of docs/attribution.md and the data layer of docs/events.md, tested with fakes of the scripts that they call. */
import { readFileSync } from 'node:fs'
import { render, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { theSettings } from '../../contract/testing/samples.ts'
import { aUser } from '../testing/a-user.ts'
import { createFakeBff } from '../testing/fake-bff.ts'
import type { Prefill } from '../widget/options.ts'
import { VoterRegistration } from '../widget/react/voter-registration.tsx'
import { createCallbacks, dispatchEvent } from './element-events.ts'

const pages = ['docs/attribution.md', 'docs/events.md'].map((file) => readFileSync(file, 'utf8')).join('\n')
const recipes = [...pages.matchAll(/```html\n<script>\n([\s\S]*?)<\/script>/g)].map(([, script = '']) => script)
const matomo = '_paq'

const person: Prefill = {
  first_name: 'Canaryfirst',
  last_name: 'Canarylast',
  date_of_birth: '1990-04-12',
  email: 'canary@voter.example',
  phone: '+16175550123',
  address1: '10 Canary Street',
  city: 'Canaryville',
  state: 'MA',
  zipcode: '02108',
}

it('attribution recipes report to Google, Meta, Matomo, Plausible, Umami, PostHog and a data layer without personal data', async () => {
  expect(recipes).toHaveLength(6)
  const calls: Record<string, unknown[][]> = { gtag: [], fbq: [], plausible: [], umami: [], posthog: [] }
  const globals = globalThis as unknown as Record<string, unknown>
  for (const [name, list] of Object.entries(calls)) {
    const hear = (...args: unknown[]) => list.push(args)
    globals[name] = Object.assign(hear, { track: hear, capture: hear })
  }
  for (const recipe of recipes) {
    const script = document.createElement('script')
    script.textContent = recipe
    // oxlint-disable-next-line typescript/no-implied-eval, no-new-func -- the page's own script, as a browser would run it.
    new Function(script.textContent)()
  }

  const host = document.body.appendChild(document.createElement('div'))
  const callbacks = createCallbacks((name, detail) =>
    dispatchEvent(host, name, { instanceId: 'vr1', partner: undefined, ...detail }),
  )
  const tracking = { utm_source: 'letter', utm_campaign: 'fall', shift: 'morning', unlisted: 'x' }
  const bff = createFakeBff()
  const settings = theSettings({ attribution: ['shift'] })
  const form = {
    apiBase: 'https://bff.example',
    fetch: bff.fetch,
    locale: 'en' as const,
    settings,
    prefill: person,
    tracking,
  }
  render(<VoterRegistration {...form} {...callbacks} linkTarget="_blank" />)
  const user = aUser()
  await user.click(await screen.findByRole('checkbox', { name: /I agree/ }))
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  const mail = await screen.findByRole('link', { name: /by mail/ })
  // jsdom cannot navigate.
  document.addEventListener('click', (event) => event.preventDefault(), { once: true })
  await user.click(screen.getByRole('link', { name: /online/ }))
  document.addEventListener('click', (event) => event.preventDefault(), { once: true })
  await user.click(mail)

  const came = { utm_source: 'letter', utm_campaign: 'fall', shift: 'morning', page_path: '/' }
  await waitFor(() => expect(calls.gtag).toHaveLength(3))
  expect(calls.gtag?.[0]).toEqual(['event', 'generate_lead', { state: 'MA', ...came }])
  expect(calls.gtag?.[1]).toEqual(['event', 'registration_continue', { state: 'MA', method: 'online', ...came }])
  expect(calls.fbq).toEqual([['trackCustom', 'VoterRegistrationResult', { state: 'MA', source: 'letter' }]])
  expect(calls.plausible).toEqual([['Registration', { props: { state: 'MA', source: 'none' } }]])
  expect(calls.umami).toEqual([['registration', { state: 'MA', ...came }]])
  expect(calls.posthog).toEqual([['registration', { state: 'MA', ...came }]])
  expect(globals[matomo]).toEqual([['trackEvent', 'Voter registration', 'result', 'fall']])
  const layer = globals.dataLayer as Record<string, unknown>[]
  expect(layer.map(({ event }) => event)).toEqual(['vr_ready', 'vr_submit', 'vr_result', 'vr_action', 'vr_action'])
  expect(layer[2]).toMatchObject({ vr: { reference: 'ref-0001', state: 'MA', buttons: 2 }, ...came })
  const all = JSON.stringify([calls, globals[matomo], layer])
  expect(all).not.toMatch(/canary|1990|617555|02108|unlisted/i)
})
