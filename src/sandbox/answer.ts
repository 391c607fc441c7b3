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

export interface AnswerFor {
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
    check(token: string, now: number): TokenCheck {
      const [, claim = '', expires = '', signature = ''] =
        /^([0-9a-f-]{36}\.(\d{1,15}))\.([0-9a-f]{64})$/.exec(token) ?? []
      if (signature === '' || !timingSafeEqual(sign(claim), Buffer.from(signature, 'hex'))) return 'wrong'
      return now <= Number(expires) + leeway ? 'good' : 'expired'
    },
  }
}

export function answerFor(about: AnswerFor): Answer {
  const buttons = {
    'online-or-print': () => [onlineButton(about), mailButton(about, false)],
    'print-only': () => [mailButton(about, true)],
    none: () => [],
  }
  return {
    message_markdown: messageFor(about.state, about.publicUrl),
    buttons: buttons[stateFacts[about.state].flow](),
  }
}

export function onlineButton({ state, action, publicUrl, uuid }: AnswerFor): AnswerButton {
  const site = `${publicUrl}/state-site/${state}`
  const own = state === 'CO' || state === 'WA'
  return {
    message_text: 'Register online',
    primary: true,
    url: own ? `${site}?vrdid=${uuid()}&campaign=${action}` : site,
    event: JSON.stringify({ action, event_type: 'FinishExternal' }),
  }
}

/** The button to the page where a form is printed; its link expires. */
export function mailButton({ publicUrl, token, expires }: AnswerFor, primary: boolean): AnswerButton {
  return {
    message_text: 'Register by mail',
    primary,
    url: `${publicUrl}/register-to-vote/resume/?skip_ovr=true&token=${token}`,
    url_expiry: utcWithMicroseconds(expires),
  }
}

/** Formats a time as the service does: `2026-03-02T16:04:05.123000+00:00` (X12, measured). */
export function utcWithMicroseconds(ms: number): string {
  return new Date(ms).toISOString().replace('Z', '000+00:00')
}

export function writeAnswer({ message_markdown, buttons }: Answer): string {
  const written = buttons.map(({ event, ...button }) => {
    const text = JSON.stringify(button)
    return event === undefined ? text : `${text.slice(0, -1)},"event_tracking":${event}}`
  })
  return `{"message_markdown":${JSON.stringify(message_markdown)},"buttons":[${written.join(',')}]}`
}

/** Escapes the five special characters of HTML as the service's template engine does. */
export function escapeHtml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#x27;' }
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}

export function messageWithoutButton(state: StateCode, publicUrl: string): string {
  const office = fact(`Ask your city's or county's election office how to register, or register there in person.`)
  return lines(fact(`# How to register in ${states[state]}`), office, deadlines(state), link(state, publicUrl))
}

export function messageForOnline(state: StateCode, publicUrl: string): string {
  return online(state, publicUrl, 'ask your election office')
}

export function messageFor(state: StateCode, publicUrl: string): string {
  return { 'online-or-print': online, 'print-only': printOnly, none }[stateFacts[state].flow](state, publicUrl)
}

function online(state: StateCode, publicUrl: string, otherwise = 'register by mail'): string {
  const { asks } = stateFacts[state]
  const name = states[state]
  return lines(
    `# ${name} has online voter registration`,
    asks === undefined
      ? ''
      : fact(`To register on the state's site you'll need ${asks}. If you don't have that, ${otherwise}.`),
    '## Online voter registration instructions',
    list('1.', [
      fact(`Press "Register online" to open ${possessive(name)} voter registration site.`),
      'Fill in every page, and keep going until the site says that your form was **sent**.',
      'Write down the confirmation number, if there is one.',
    ]),
    deadlines(state),
    fact(`You're not registered until the state has received & accepted your form.`),
    link(state, publicUrl),
  )
}

function printOnly(state: StateCode, publicUrl: string): string {
  const name = states[state]
  return lines(
    `# ${name} requires you to print and mail a form`,
    fact(`We've filled in what you told us. You're not registered until the form has reached your election office.`),
    '## What to do',
    list('1.', [
      fact('Press "Register by mail" and print the form.'),
      'Check it, **sign it**, and put it into an envelope.',
      fact(`Mail it to your election office. It's best not to wait for the last day.`),
    ]),
    deadlines(state),
    link(state, publicUrl),
  )
}

function none(state: StateCode, publicUrl: string): string {
  const name = states[state]
  const how =
    state === 'ND'
      ? fact(`${name} doesn't register voters. Bring an ID that shows where you live when you vote.`)
      : fact(`Register in person at your city's or county's election office, or ask it for a form.`)
  return lines(
    fact(`# Sorry, ${name} doesn't let people register to vote online`),
    how,
    deadlines(state),
    link(state, publicUrl),
  )
}

function deadlines(state: StateCode): string {
  const { online: onlineDeadline, mail, inPerson } = stateFacts[state]
  const ways = { Online: onlineDeadline, 'By mail': mail, 'In person': inPerson }
  const rows = Object.entries(ways).flatMap(([way, deadline]) =>
    deadline === undefined ? [] : [`${way}: ${deadline}`],
  )
  return rows.length === 0 ? '' : `## Deadlines\n\n${list('-', rows.map(fact))}`
}

function link(state: StateCode, publicUrl: string): string {
  const address = escapeHtml(`${publicUrl}/state-site/${state}?from=text&lang=en`)
  return `More: [${escapeHtml(`${possessive(states[state])} election site`)}](${address}) (sample data of the sandbox, not guidance).`
}

const possessive = (name: string) => (name.endsWith('s') ? `${name}'` : `${name}'s`)
const fact = escapeHtml
const list = (mark: string, items: string[]) => items.map((item) => `${mark} ${item}`).join('\n')
const lines = (...blocks: string[]) => `\n${blocks.filter((block) => block !== '').join('\n\n')}\n`
