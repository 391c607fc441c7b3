/** Attacks on the pages and paths of a whole BFF that must keep failing: each list is one that was tried against a release. */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { bffPaths } from '../../contract/routes.ts'
import { aButton, aResponse, typedPerson } from '../../contract/testing/samples.ts'
import { hostedPage } from '../../form/hosted/app.tsx'
import { createBff } from '../create-bff.ts'
import { scriptFiles } from '../script-files/script-files.ts'
import { memoryStore } from '../store/memory-store.ts'
import { theOptions } from '../testing/bff-requests.ts'
import { respond } from '../testing/fake-service.ts'
import { sharedFakeService } from '../testing/shared-fake-service.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { version } from '../utils.ts'

const service = await sharedFakeService(respond(200, JSON.stringify(aResponse({ buttons: [aButton()] }))))
const origin = 'https://register.partner.example'
const person = { ...typedPerson, phone: '', zipcode: '02108-1234', agree: 'on' }

const whole = temporaryFolder()
const folder = path.join(whole, 'element')
mkdirSync(folder)
writeFileSync(path.join(folder, 'voter-registration.js'), 'form')
writeFileSync(path.join(folder, 'integrity.json'), '{}')
writeFileSync(path.join(whole, 'secret.json'), 'SECRETCANARY')

function aSite(options: object = {}, dependencies: Parameters<typeof createBff>[1] = {}) {
  const bff = createBff(
    { ...theOptions(service.url), ...options },
    {
      page: hostedPage(),
      store: memoryStore(),
      scripts: scriptFiles(folder),
      log: () => undefined,
      ...dependencies,
    },
  )
  const read = async (request: Request) => {
    const answer = await bff.fetch(request)
    return { status: answer.status, headers: answer.headers, text: await answer.text() }
  }
  const open = (address: string, headers: Record<string, string> = {}) => read(new Request(address, { headers }))
  const post = (fields: Record<string, string>) => {
    const headers = { Origin: origin, 'Sec-Fetch-Site': 'same-origin' }
    return read(new Request(`${origin}/form`, { method: 'POST', headers, body: new URLSearchParams(fields) }))
  }
  return { open, post }
}

const attribute = (tag: string, name: string) =>
  (new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? '').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
const hiddenIn = (html: string) =>
  Object.fromEntries(
    [...html.matchAll(/<input\b[^>]*type="hidden"[^>]*>/g)].map(([tag]) => [
      attribute(tag, 'name'),
      attribute(tag, 'value'),
    ]),
  )

describe('server paths', () => {
  it('reach no file or object of the program: path traversal gets 404 or a redirect to the form', async () => {
    const { open } = aSite()
    const outside = ['../secret.json', '..%2fsecret.json', '%2e%2e/secret.json', '%2e%2e%2fsecret.json']
    const more = '..%5csecret.json ....//secret.json ..%252fsecret.json ..%c0%afsecret.json ..;/secret.json'.split(' ')
    const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'prototype', '%00', 'integrity.json%00']
    const places = [`/element/${version}/`, '/element/', '/form/', '/messages/', '/states/']
    const wrong: unknown[] = []
    for (const place of places) {
      for (const name of [...outside, ...more, ...names, `${encodeURIComponent(whole)}%2fsecret.json`]) {
        const { status, text, headers } = await open(`${origin}${place}${name}`)
        const isForm = status === 302 && /^[./]*form$/.test(headers.get('location') ?? '')
        if ((status !== 404 && !isForm) || text.includes('SECRETCANARY')) wrong.push([place + name, status])
      }
    }
    expect(wrong).toEqual([])
    expect((await open(`${origin}/element/${version}/voter-registration.js`)).text).toBe('form')
  })

  it('of ten kinds repeat nothing of a forged host in text or headers', async () => {
    const { open } = aSite()
    const { page, settings, messages, states, sites, openApi, health, ready } = bffPaths
    const all = [page, settings, `${messages}/es`, `${states}/TN`, sites]
    const told: unknown[] = []
    for (const each of [...all, openApi, health, ready, '/', '/form/', '/Form', '/nothing', '/form/nothing.js']) {
      for (const Accept of ['text/html', 'application/json']) {
        const answer = await open(`http://evil.example${each}`, { Accept, 'X-Forwarded-Host': 'evil.example' })
        if ((JSON.stringify([...answer.headers]) + answer.text).includes('evil.example')) told.push([each, Accept])
      }
    }
    expect(told).toEqual([])
  })
})

describe('the hosted page', () => {
  it('shows names, notices and parameters as text even if they contain HTML', async () => {
    const nasty = '"><script>alert(1)</script><img src=x onerror=alert(1)>'
    const notices = { current: () => [{ text: { en: nasty } }], onChange: () => undefined }
    const options = { partnerName: nasty, pagePrefill: ['first_name', 'city', 'state'] }
    const { open, post } = aSite(options, { notices })
    const parameters = 'locale theme partner utm_source first_name city state answer kiosk _visitor'.split(' ')
    const pages = [
      await open(`${origin}/form?${new URLSearchParams(parameters.map((name) => [name, nasty]))}`),
      ...(await Promise.all(parameters.map((name) => open(`${origin}/form?${name}=${encodeURIComponent(nasty)}`)))),
      await post({
        ...person,
        firstName: nasty,
        city: nasty,
        zipcode: nasty,
        _visitor: `utm_source=${nasty}`,
        _key: nasty,
      }),
      await post({ ...person, _click_token: nasty, _step: nasty, _act: nasty, _wording: nasty, _attempt: nasty }),
    ]
    expect(pages.filter(({ text }) => /<script>alert|<img src=x/.test(text)).map(({ text }) => text)).toEqual([])
    expect(pages[0]?.text).toContain('alert(1)&lt;/script&gt;')
  })

  it('sends nothing without consent to the wording on the screen, whatever the hidden fields contain', async () => {
    const { open, post } = aSite()
    const hidden = hiddenIn((await open(`${origin}/form`)).text)
    const { agree: _, ...silent } = person
    const acts = ['', 'send', 'edit', 'back', 'next', 'review', 'confirm', 'again', '__proto__']
    const steps = ['', 'name', 'address', 'contact', 'review', 'answer', 'not-sent', 'x']
    const without = acts.flatMap((_act) => steps.map((_step) => ({ ...hidden, ...silent, _act, _step })))
    const forged = ['', 'x', 'en-00000000', '__proto__'].map((_wording) => ({ ...hidden, ...person, _wording }))
    const keys = ['x', '__proto__', 'A'.repeat(500)].map((_key) => ({ ...hidden, ...silent, _key }))
    for (const fields of [...without, ...keys]) {
      const answer = await post(fields)
      expect([answer.headers.get('location'), answer.text.includes('data-step="answer"')]).toEqual([null, false])
    }
    expect(service.registrations()).toEqual([])
    const answers = await Promise.all(forged.map((fields) => post(fields)))
    expect(answers.map(({ status }) => status).filter((status) => status !== 409 && status !== 422)).toEqual([])
    expect(service.registrations()).toEqual([])
  })
})
