/** The facts of the chosen state on the page of a browser without scripts: a real BFF, a service on this machine. */
import { describe, expect, it } from 'vitest'
import { aFact, aField } from '../../contract/testing/civic-samples.ts'
import { aButton, aResponse, typedPerson } from '../../contract/testing/samples.ts'
import { hostedPage } from '../../form/hosted/app.tsx'
import { createBff } from '../create-bff.ts'
import { memoryStore } from '../store/memory-store.ts'
import { theOptions } from '../testing/bff-requests.ts'
import { civicAnswers } from '../testing/fake-civic.ts'
import { type Answer, respond } from '../testing/fake-service.ts'
import { plainBrowser } from '../testing/plain-browser.ts'
import { sharedFakeService } from '../testing/shared-fake-service.ts'

const civicData = civicAnswers({
  facts: [
    aFact('registration_deadline_online', '10 days before Election Day', { footnotes: 'Unless it is a holiday.' }),
    aFact('registration_deadline_mail', 'Postmarked 10 days before Election Day'),
    aFact('id_laws_online_registration', 'A driver’s license', { footnotes: 'Or a passport.' }),
    aFact('gov_tool_verify', 'https://state.example/check'),
    aFact('gov_tool_registration', 'https://state.example/register'),
  ],
  fields: [
    aField('gov_tool_verify', { field_format: 'URL' }),
    aField('gov_tool_registration', { field_format: 'URL' }),
  ],
})

/** The service: it registers, and has facts, unless the test has them answered otherwise. */
const answering =
  (civic: Answer = civicData): Answer =>
  (response, heard) =>
    (heard.path.includes('/election/') ? civic : respond(200, JSON.stringify(aResponse({ buttons: [aButton()] }))))(
      response,
      heard,
    )

const service = await sharedFakeService(answering())

const civic = { civicUrl: `${service.url}/`, civicKeyId: 'civic-id', civicKeySecret: 'civic-secret' }

/** A browser without scripts at a BFF of its own. */
function aVisit(options: object = civic, civicPatience = 30_000) {
  return plainBrowser(
    createBff(
      { ...theOptions(service.url), ...options },
      {
        page: hostedPage(),
        store: memoryStore(),
        log: () => undefined,
        clock: { now: () => Date.parse('2028-10-04T15:00:00Z') },
        civicPatience,
      },
    ),
  )
}

const person = { ...typedPerson, phone: '', agree: 'on' }

describe('facts without scripts', () => {
  it('appear when a state is posted: dates, what to bring, the check, each with its footnotes (R-C20)', async () => {
    const { open, post } = aVisit()
    const first = await open('?layout=steps')
    expect(first.facts).toBe('')
    const second = await post({ ...first.hidden, state: 'MA', zipcode: '02108' })
    expect(second.facts).toContain('Dates and rules for Massachusetts are ready.')
    expect(second.facts).toContain('By Saturday, October 28, 2028')
    for (const said of ['Unless it is a holiday.', 'A driver’s license', 'Or a passport.', 'not legal advice']) {
      expect(second.facts).toContain(said)
    }
    expect(second.html).toContain('href="https://state.example/check"')
    const ids = [...second.html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('link from the form to the state’s own pages, not to the operator’s', async () => {
    const { open, post } = aVisit({ ...civic, checkRegistrationUrl: 'https://operator.example/check' })
    const nextTo = async (state: string) => {
      const { html } = await post({ ...(await open('')).hidden, state })
      return html.slice(html.indexOf('<div id="form">'), html.indexOf('<script type="application/json"'))
    }
    expect(await nextTo('MA')).toMatch(/class="vr-check"><a href="https:\/\/state\.example\/check"/)
    const none = await nextTo('ND')
    expect(none).toMatch(
      /vr-stop.*<a href="https:\/\/state\.example\/register"[^>]*>(<span>)?How to vote in North Dakota/,
    )
    expect(none).not.toContain('operator.example')
  })

  it('appear with the form’s errors on one page, in its language', async () => {
    const { open, post } = aVisit()
    const wrong = await post({ ...(await open('?locale=es')).hidden, state: 'MA' })
    expect(wrong.facts).toContain('10 días antes')
    expect(wrong.facts).not.toContain('Dates and rules')
  })

  it('appear on the answer: the last day and what to have ready above the buttons, the rest below', async () => {
    const { open, post } = aVisit()
    const { text, html } = await post({ ...(await open('')).hidden, ...person, state: 'MA' })
    expect(text).toContain('Saturday, October 28, 2028: last day online and by mail (postmarked), 24 days left')
    expect(text.indexOf('last day online')).toBeLessThan(text.indexOf('|Register online|'))
    expect(text).toContain('Have ready:')
    expect(text).toContain('Unless it is a holiday.')
    expect(text).toContain('|Check your registration on state.example')
    expect(text).toContain('Official address: https://state.example/')
    // No button that needs a script.
    expect(html).not.toContain('type="button"')
  })

  it('link to the state’s own page while the service is down', async () => {
    service.answerWith((response, heard) =>
      (heard.path.includes('/election/') ? civicData : respond(503, '{}'))(response, heard),
    )
    const { open, post } = aVisit()
    const { text, html } = await post({ ...(await open('')).hidden, ...person, state: 'MA' })
    expect(text).toContain('We don’t know if your information was sent')
    expect(html).toContain('<a href="https://state.example/register" class="vr-button vr-button-primary"')
  })

  it.each([
    ['are not configured', {}, undefined],
    ['are refused', civic, respond(503, '{}')],
    ['do not come in time', civic, () => undefined],
  ] satisfies [string, object, Answer | undefined][])(
    'are omitted where they %s, and the form still works',
    async (_, options, facts) => {
      service.answerWith(answering(facts))
      const { open, post } = aVisit(options, 50)
      const wrong = await post({ ...(await open('')).hidden, state: 'MA' })
      expect(wrong.text).toContain('problems')
      expect(wrong.facts).toBe('')
      const answer = await post({ ...wrong.hidden, ...person, state: 'MA' })
      expect(answer.text).toContain('You’re not registered yet')
      expect(answer.text).not.toContain('Dates and rules')
    },
  )
})
