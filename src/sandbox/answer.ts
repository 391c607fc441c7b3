/** The answer to an accepted registration (R-A60 to R-A70). Its Markdown has the service's format in our own words (B.2.13). */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { type StateCode, states } from '../contract/states.ts'
import { stateFacts } from './data/states.ts'

/** `event` is JSON text, so that every number is sent exactly as it is here. */
export interface AnswerButton {
  message_text: string
  primary: boolean
  url: string
  url_expiry?: string
  event?: string
}

export interface Answer {
  message_markdown: string
  buttons: AnswerButton[]
}

export interface AnswerInput {
  state: StateCode
  action: string
  publicUrl: string
  /** Signed, for the mail link; it expires. */
  token: string
  expires: number
  uuid: () => string
}

/** Lifetime of a mail link, in milliseconds (R-A67, R-A111). */
export const linkLifetime = 3_600_000

/** How long after its expiry a token is still accepted, in milliseconds: clocks differ. */
const leeway = 30_000

export type TokenCheck = 'good' | 'expired' | 'wrong'

/** Tokens in mail links name a registration, are signed with a key of this process, and expire (R-A66, X12). */
export function createResumeTokens() {
  const key = randomBytes(32)
  const sign = (claim: string) => createHmac('sha256', key).update(claim).digest()
  return {
    make: (action: string, expires: number) => `${action}.${expires}.${sign(`${action}.${expires}`).toString('hex')}`,
    check(token: string, nowMs: number): TokenCheck {
      const [, claim = '', expires = '', signature = ''] =
        /^([0-9a-f-]{36}\.(\d{1,15}))\.([0-9a-f]{64})$/.exec(token) ?? []
      if (signature === '' || !timingSafeEqual(sign(claim), Buffer.from(signature, 'hex'))) return 'wrong'
      return nowMs <= Number(expires) + leeway ? 'good' : 'expired'
    },
  }
}

export function createAnswer(input: AnswerInput): Answer {
  const buttons = {
    'online-or-print': () => [createOnlineButton(input), createMailButton(input, false)],
    'print-only': () => [createMailButton(input, true)],
    none: () => [],
  }
  return {
    message_markdown: createMessage(input.state, input.publicUrl),
    buttons: buttons[stateFacts[input.state].flow](),
  }
}

export function createOnlineButton({ state, action, publicUrl, uuid }: AnswerInput): AnswerButton {
  const site = `${publicUrl}/state-site/${state}`
  const hasApplicationId = state === 'CO' || state === 'WA'
  return {
    message_text: 'Register online',
    primary: true,
    url: hasApplicationId ? `${site}?vrdid=${uuid()}&campaign=${action}` : site,
    event: JSON.stringify({ action, event_type: 'FinishExternal' }),
  }
}

/** The button to the page where a form is printed; its link expires. */
export function createMailButton({ publicUrl, token, expires }: AnswerInput, primary: boolean): AnswerButton {
  return {
    message_text: 'Register by mail',
    primary,
    url: `${publicUrl}/register-to-vote/resume/?skip_ovr=true&token=${token}`,
    url_expiry: formatUtcTime(expires),
  }
}

/** Formats a time as the service does: `2026-03-02T16:04:05.123000+00:00` (X12, measured). */
export function formatUtcTime(ms: number): string {
  return new Date(ms).toISOString().replace('Z', '000+00:00')
}

export function formatAnswer({ message_markdown, buttons }: Answer): string {
  const buttonTexts = buttons.map(({ event, ...button }) => {
    const text = JSON.stringify(button)
    return event === undefined ? text : `${text.slice(0, -1)},"event_tracking":${event}}`
  })
  return `{"message_markdown":${JSON.stringify(message_markdown)},"buttons":[${buttonTexts.join(',')}]}`
}

/** Escapes the five special characters of HTML as the service's template engine does. */
export function escapeHtml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#x27;' }
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}

export function createMessageWithoutButton(state: StateCode, publicUrl: string): string {
  const office = fact(`Ask your city's or county's election office how to register, or register there in person.`)
  return joinBlocks(
    fact(`# How to register in ${states[state]}`),
    office,
    formatDeadlines(state),
    formatLink(state, publicUrl),
  )
}

export function createOnlineOnlyMessage(state: StateCode, publicUrl: string): string {
  return createOnlineMessage(state, publicUrl, 'ask your election office')
}

export function createMessage(state: StateCode, publicUrl: string): string {
  return { 'online-or-print': createOnlineMessage, 'print-only': createMailMessage, none: createInPersonMessage }[
    stateFacts[state].flow
  ](state, publicUrl)
}

function createOnlineMessage(state: StateCode, publicUrl: string, alternative = 'register by mail'): string {
  const { asks } = stateFacts[state]
  const name = states[state]
  return joinBlocks(
    `# ${name} has online voter registration`,
    asks === undefined
      ? ''
      : fact(`To register on the state's site you'll need ${asks}. If you don't have that, ${alternative}.`),
    '## Online voter registration instructions',
    formatList('1.', [
      fact(`Press "Register online" to open ${possessive(name)} voter registration site.`),
      'Fill in every page, and keep going until the site says that your form was **sent**.',
      'Write down the confirmation number, if there is one.',
    ]),
    formatDeadlines(state),
    fact(`You're not registered until the state has received & accepted your form.`),
    formatLink(state, publicUrl),
  )
}

function createMailMessage(state: StateCode, publicUrl: string): string {
  const name = states[state]
  return joinBlocks(
    `# ${name} requires you to print and mail a form`,
    fact(`We've filled in what you told us. You're not registered until the form has reached your election office.`),
    '## What to do',
    formatList('1.', [
      fact('Press "Register by mail" and print the form.'),
      'Check it, **sign it**, and put it into an envelope.',
      fact(`Mail it to your election office. It's best not to wait for the last day.`),
    ]),
    formatDeadlines(state),
    formatLink(state, publicUrl),
  )
}

function createInPersonMessage(state: StateCode, publicUrl: string): string {
  const name = states[state]
  const advice =
    state === 'ND'
      ? fact(`${name} doesn't register voters. Bring an ID that shows where you live when you vote.`)
      : fact(`Register in person at your city's or county's election office, or ask it for a form.`)
  return joinBlocks(
    fact(`# Sorry, ${name} doesn't let people register to vote online`),
    advice,
    formatDeadlines(state),
    formatLink(state, publicUrl),
  )
}

function formatDeadlines(state: StateCode): string {
  const { online: onlineDeadline, mail, inPerson } = stateFacts[state]
  const deadlinesByMethod = { Online: onlineDeadline, 'By mail': mail, 'In person': inPerson }
  const rows = Object.entries(deadlinesByMethod).flatMap(([method, deadline]) =>
    deadline === undefined ? [] : [`${method}: ${deadline}`],
  )
  return rows.length === 0 ? '' : `## Deadlines\n\n${formatList('-', rows.map(fact))}`
}

function formatLink(state: StateCode, publicUrl: string): string {
  const address = escapeHtml(`${publicUrl}/state-site/${state}?from=text&lang=en`)
  return `More: [${escapeHtml(`${possessive(states[state])} election site`)}](${address}) (sample data of the sandbox, not guidance).`
}

const possessive = (name: string) => (name.endsWith('s') ? `${name}'` : `${name}'s`)
const fact = escapeHtml
const formatList = (marker: string, items: string[]) => items.map((item) => `${marker} ${item}`).join('\n')
const joinBlocks = (...blocks: string[]) => `\n${blocks.filter((block) => block !== '').join('\n\n')}\n`
