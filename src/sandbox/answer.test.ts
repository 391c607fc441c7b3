import { describe, expect, it } from 'vitest'
import { parseResponse, RegistrationResponse, UtcDateTime } from '../contract/registration.ts'
import { type StateCode, stateCodes, states } from '../contract/states.ts'
import { aRequest } from '../contract/testing/samples.ts'
import { createSandbox, type SandboxOptions } from './create-sandbox.ts'
import { aRegistrationCall } from './testing/service-call.ts'

const now = Date.parse('2026-03-02T15:04:05.123Z')
const printOnly = ['AR', 'MS', 'MT', 'SD', 'TX']
const none = ['ND', 'NH', 'WY']

async function answerIn(state: StateCode, options: SandboxOptions = {}): Promise<RegistrationResponse> {
  const sandbox = createSandbox({ clock: { now: () => now }, ...options })
  const response = await sandbox.fetch(aRegistrationCall(aRequest({ state, title: 'Ms' })))
  expect(response.status).toBe(200)
  return RegistrationResponse.parse(await response.json())
}

describe('the answer by state (B.2.13)', () => {
  it('has two buttons in 43 jurisdictions, the mail button in 5, none in 3', async () => {
    const counts = await Promise.all(stateCodes.map(async (state) => (await answerIn(state)).buttons.length))
    expect(counts).toEqual(stateCodes.map((state) => (none.includes(state) ? 0 : printOnly.includes(state) ? 1 : 2)))
    expect([2, 1, 0].map((count) => counts.filter((found) => found === count).length)).toEqual([43, 5, 3])
  })

  it('satisfies the contract (R-A60 to R-A65)', async () => {
    for (const state of stateCodes) expect(parseResponse(await answerIn(state))?.violations).toEqual([])
  })

  it('has a primary state-site button with the event, and a mail button for an hour (R-A111, X1)', async () => {
    let made = 0
    const uuid = () => `00000000-0000-4000-8000-00000000000${++made}`
    expect((await answerIn('MA', { uuid })).buttons).toEqual([
      {
        message_text: 'Register online',
        primary: true,
        url: 'http://127.0.0.1:8788/state-site/MA',
        event_tracking: { action: '00000000-0000-4000-8000-000000000001', event_type: 'FinishExternal' },
      },
      {
        message_text: 'Register by mail',
        primary: false,
        url: expect.stringMatching(
          /^http:\/\/127\.0\.0\.1:8788\/register-to-vote\/resume\/\?skip_ovr=true&token=[\w.-]+$/,
        ),
        url_expiry: '2026-03-02T16:04:05.123000+00:00',
      },
    ])
  })

  it('has a primary mail button without an event if it is the only one', async () => {
    const [button] = (await answerIn('TX')).buttons
    expect(button).toMatchObject({ message_text: 'Register by mail', primary: true })
    expect(button).not.toHaveProperty('event_tracking')
    expect(UtcDateTime.safeParse(button?.url_expiry).success).toBe(true)
  })

  it.each(['CO', 'WA'] as const)('for %s has an address of its own for each registration (B.2.11)', async (state) => {
    const urls = [await answerIn(state), await answerIn(state)].map(({ buttons }) => buttons[0]?.url ?? '')
    expect(urls[0]).toMatch(new RegExp(`/state-site/${state}\\?vrdid=[0-9a-f-]{36}&campaign=[0-9a-f-]{36}$`))
    expect(urls[0]).not.toBe(urls[1])
  })

  it('has only addresses of the sandbox itself, wherever it is', async () => {
    for (const state of stateCodes) {
      const { message_markdown, buttons } = await answerIn(state, { publicUrl: 'https://sandbox.example/base/' })
      const links = [...message_markdown.matchAll(/\]\((\S+?)\)/g)].map(([, link]) => link)
      expect(links.length).toBeGreaterThan(0)
      for (const link of [...links, ...buttons.map(({ url }) => url)]) {
        expect(link?.startsWith('https://sandbox.example/base/')).toBe(true)
      }
    }
  })
})

describe('the text of the answer', () => {
  it('starts with an empty line and a first-level heading, and has no other of that level', async () => {
    for (const state of stateCodes) {
      const { message_markdown: text } = await answerIn(state)
      expect(text).toMatch(/^\n# \S/)
      expect(text.match(/^# /gm)).toHaveLength(1)
      expect(text.split('\n')[1]).toContain(states[state])
      expect(text).not.toMatch(/undefined|null|N\/A/)
    }
  })

  it('is escaped for HTML, as the templates of the service do', async () => {
    const { message_markdown: text } = await answerIn('MA')
    for (const entity of ['&#x27;', '&quot;', '&amp;']) expect(text).toContain(entity)
    expect(text).not.toMatch(/['"<>]|&(?!amp;|#x27;|quot;|lt;|gt;)/)
  })

  it('differs between the three flows', async () => {
    expect((await answerIn('MA')).message_markdown).toContain('# Massachusetts has online voter registration')
    expect((await answerIn('TX')).message_markdown).toContain('# Texas requires you to print and mail a form')
    expect((await answerIn('WY')).message_markdown).toContain(
      '# Sorry, Wyoming doesn&#x27;t let people register to vote online',
    )
    expect((await answerIn('MA')).message_markdown).toContain('## Online voter registration instructions')
  })
})
