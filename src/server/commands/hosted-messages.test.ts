/** A partner's own texts on its hosted page: a real BFF, a service on this machine. */
import { expect, it } from 'vitest'
import { aButton, aResponse, typedPerson } from '../../contract/testing/samples.ts'
import { hostedPage } from '../../form/hosted/app.tsx'
import { createBff } from '../create-bff.ts'
import { memoryStore } from '../store/memory-store.ts'
import { theOptions } from '../testing/bff-requests.ts'
import { respond } from '../testing/fake-service.ts'
import { plainBrowser } from '../testing/plain-browser.ts'
import { readPartners } from '../testing/read-partners.ts'
import { sharedFakeService } from '../testing/shared-fake-service.ts'

const service = await sharedFakeService(respond(200, JSON.stringify(aResponse({ buttons: [aButton()] }))))

const messages = {
  en: { 'form.heading': 'Get ready to vote', 'answer.heading': 'Almost <b>there</b>' },
  es: { 'form.heading': 'Prepárese para votar' },
}

function aVisit() {
  const options = theOptions(service.url)
  const river = { name: 'River City Votes', privacy_url: 'https://river.example/privacy', messages }
  const none = () => new Uint8Array()
  const file = JSON.stringify({ river })
  const partners = readPartners(file, options, { env: {}, readText: () => '', readBytes: none })
  const bff = createBff(options, {
    page: hostedPage(),
    partners: { current: () => partners, onChange: () => undefined },
    store: memoryStore(),
    log: () => undefined,
  })
  return plainBrowser(bff)
}

it('a partner’s messages are on its page by language, in its script data and on the answer', async () => {
  const { open, post } = aVisit()
  const form = await open('?partner=river')
  expect(form.text).toContain('|Get ready to vote|')
  expect(form.html).toContain('<title>Get ready to vote – River City Votes</title>')
  // The script draws the same.
  expect(form.html).toContain('"messages":{"form.heading":"Get ready to vote"')
  const answer = await post({ ...form.hidden, ...typedPerson, phone: '', agree: 'on' })
  expect(answer.text).toContain('|Almost &lt;b&gt;there&lt;/b&gt;|')
  expect((await open('?partner=river&locale=es')).text).toContain('|Prepárese para votar|')
  expect((await open('?partner=river&locale=vi')).text).not.toContain('Get ready to vote')
})

it('a partner’s messages are on no other partner’s page and do not change the consent wording', async () => {
  const { open } = aVisit()
  const [own, other] = [await open('?partner=river'), await open('')]
  expect(other.html).not.toContain('Get ready to vote')
  const consent = ({ text }: { text: string }) => /Before you continue.*?I agree/s.exec(text)?.[0]
  const named = consent(other)?.replaceAll('Sample Partner', 'River City Votes')
  expect(consent(own)).toBe(named)
  expect(named).toContain('By hitting “Continue”')
})
