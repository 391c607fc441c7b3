/** Misbehavior on demand: a registration with the address `anything+<name>@example.org` runs a scenario. This is the whole list. */
import type { Answer, AnswerButton } from './answer.ts'
import { messageForOnline, messageWithoutButton } from './answer.ts'
import { wrongSecret } from './basic-auth.ts'
import { misbehavior, type Play, type Scenario } from './scenario.ts'
import { hostileMarkdown, hugeMarkdown, longMarkdown } from './scenario-markdown.ts'
import { detail, htmlError, json, jsonError, nonFieldErrors, serverError, serviceMessages } from './service-answers.ts'

const notSent = {
  voter: 'Not sent: everything typed is kept, trying again is offered, and the official site.',
  screen: 'not-sent',
} as const
const maybeSent = {
  voter: 'It may have been sent: a new attempt only after asking for it; the official site is offered.',
  screen: 'outcome-unknown',
} as const
const oddEvent = 'An answer as usual. The press is reported with exactly this value, and accepted.'

function odd(event: string): Omit<Scenario, 'name'> {
  return {
    upstream: `The first button's event is the JSON value ${event}`,
    voter: oddEvent,
    ways: 2,
    play: { type: 'changes', answer: withFirst({ event }) },
  }
}

function withFirst(change: Partial<AnswerButton>): (answer: Answer) => Answer {
  return withEach((button, index) => (index === 0 ? { ...button, ...change } : button))
}

function withEach(change: (button: AnswerButton, index: number) => AnswerButton): (answer: Answer) => Answer {
  return (answer) => ({ ...answer, buttons: answer.buttons.map(change) })
}

const table: Readonly<Record<string, Omit<Scenario, 'name'>>> = {
  slow: {
    upstream: 'Answers after 3 seconds.',
    voter: 'Sending, for 3 seconds, then the answer.',
    play: { type: 'spoils', answer: misbehavior.slow },
  },
  hang: {
    upstream: 'Accepts the registration and answers nothing for 2 minutes.',
    ...maybeSent,
    voter: `Sending, for 20 seconds at most. ${maybeSent.voter}`,
    play: { type: 'spoils', answer: misbehavior.hang },
  },
  reset: {
    upstream: 'Accepts the registration and cuts the connection.',
    ...maybeSent,
    play: { type: 'spoils', answer: misbehavior.reset },
  },
  'bad-json': {
    upstream: 'Accepts the registration; the JSON of its answer is cut in the middle.',
    ...maybeSent,
    play: { type: 'spoils', answer: misbehavior.badJson },
  },
  'html-200': {
    upstream: 'Accepts the registration and answers 200 with an HTML page.',
    ...maybeSent,
    play: { type: 'spoils', answer: misbehavior.html200 },
  },
  'html-429': {
    upstream: 'Answers 429 with an HTML page and Retry-After: 17.',
    ...notSent,
    voter: `${notSent.voter} It says when.`,
    play: { type: 'before', answer: misbehavior.busy },
  },
  'html-500': {
    upstream: 'Answers 500 with an HTML page.',
    ...maybeSent,
    play: { type: 'before', answer: serverError },
  },
  'busy-503': {
    upstream: 'Answers 503 with an HTML page and Retry-After: 7.',
    ...maybeSent,
    play: { type: 'before', answer: () => htmlError(503, 'Service Unavailable', { 'Retry-After': '7' }) },
  },
  maintenance: {
    upstream: 'Answers 503 with an HTML page and Retry-After: 3600, as in a maintenance window.',
    ...maybeSent,
    play: { type: 'before', answer: () => htmlError(503, 'Down for maintenance', { 'Retry-After': '3600' }) },
  },
  'slow-hour': {
    upstream: 'Answers after 12 seconds, as in its busiest hour.',
    voter: 'Sending, for 12 seconds, then the answer.',
    play: { type: 'spoils', answer: misbehavior.slowHour },
  },
  'html-403': {
    upstream:
      'Answers 403 with an HTML page, as what stands in front of the service does with an address it does not know.',
    ...notSent,
    play: { type: 'before', answer: () => htmlError(403, 'Sorry, you have been blocked') },
  },
  'block-1020': {
    upstream: 'Answers 403 with the text "error code: 1020", as a firewall in front of the service does.',
    ...notSent,
    play: { type: 'before', answer: () => new Response('error code: 1020', { status: 403 }) },
  },
  'json-403': {
    upstream: 'Answers 403 with {"detail": "…"}, as if the key lacked the right.',
    ...notSent,
    play: { type: 'before', answer: () => detail(403, 'You do not have permission to perform this action.') },
  },
  auth: {
    upstream: 'Answers 401, as if the secret of the key were wrong.',
    ...notSent,
    voter: `${notSent.voter} No password dialog.`,
    play: { type: 'before', answer: wrongSecret },
  },
  'detail-400': {
    upstream: 'Answers 400 with {"detail": "…"} instead of messages by field.',
    ...notSent,
    play: { type: 'before', answer: jsonError },
  },
  redirect: {
    upstream: 'Answers 302 to /_sandbox/redirected, which lists every client that follows.',
    ...maybeSent,
    voter: `${maybeSent.voter} Nobody has followed.`,
    play: { type: 'before', answer: misbehavior.redirect },
  },
  'field-errors': {
    upstream: 'Refuses five fields with six messages, though they are fine.',
    voter: 'The form: a summary with every message, each leading to its field; everything typed is kept.',
    screen: 'form',
    play: {
      type: 'refuses',
      errors: {
        first_name: [serviceMessages.tooLong],
        date_of_birth: [serviceMessages.date],
        email: [serviceMessages.email, 'This address is refused by the sandbox.'],
        state: [serviceMessages.notChoice('XX')],
        zipcode: [serviceMessages.zipcode],
      },
    },
  },
  'form-error': {
    upstream: 'Refuses the whole with two messages under non_field_errors.',
    voter: 'The form: both messages in the summary, the known one in our words.',
    screen: 'form',
    play: {
      type: 'refuses',
      errors: { [nonFieldErrors]: [serviceMessages.tennesseeMx, 'The sandbox does not like this combination.'] },
    },
  },
  'unknown-key-error': {
    upstream: 'Refuses with three messages under keys that are no fields.',
    voter: 'The form: all three in the summary.',
    screen: 'form',
    play: {
      type: 'refuses',
      errors: { county: ['This field is required.', 'Counties are new in the sandbox.'], captcha: ['Try again.'] },
    },
  },
  'one-button': {
    upstream: 'Offers the button to the state site alone.',
    voter: 'The answer with one way on.',
    ways: 1,
    play: {
      type: 'changes',
      answer: (answer) => ({ ...answer, buttons: answer.buttons.slice(0, 1) }),
      message: messageForOnline,
    },
  },
  'no-button': {
    upstream: 'Offers no button.',
    voter: 'The answer without a way on.',
    ways: 0,
    play: { type: 'changes', answer: (answer) => ({ ...answer, buttons: [] }), message: messageWithoutButton },
  },
  'three-buttons': {
    upstream: 'Offers three buttons.',
    voter: 'The answer with the first two.',
    ways: 2,
    play: {
      type: 'changes',
      answer: ({ buttons, ...rest }) => {
        const third = buttons
          .slice(0, 1)
          .map((first) => ({ ...first, message_text: 'Register in person', primary: false }))
        return { ...rest, buttons: [...buttons, ...third] }
      },
    },
  },
  'two-primary': {
    upstream: 'Both buttons are primary.',
    voter: 'The answer with two ways on, the first one primary.',
    ways: 2,
    play: { type: 'changes', answer: withEach((button) => ({ ...button, primary: true })) },
  },
  'no-primary': {
    upstream: 'No button is primary.',
    voter: 'The answer with two ways on, the first one primary.',
    ways: 2,
    play: { type: 'changes', answer: withEach((button) => ({ ...button, primary: false })) },
  },
  'long-label': {
    upstream: 'The first label is very long and holds HTML.',
    voter: 'The label as plain text, on several lines, with nothing cut off.',
    ways: 2,
    play: {
      type: 'changes',
      answer: withFirst({ message_text: `Register online <b>now</b> & here: ${'a long label '.repeat(12).trim()}` }),
    },
  },
  expired: {
    upstream: 'The mail link has ended a minute ago.',
    voter: 'The mail link is not offered as working; a fresh one is, after a question.',
    ways: 1,
    play: { type: 'changes', answer: (answer) => answer, expiresIn: -60_000 },
  },
  expiring: {
    upstream: 'The mail link ends in 70 seconds.',
    voter: 'The remaining time; after 70 seconds as with expired.',
    play: { type: 'changes', answer: (answer) => answer, expiresIn: 70_000 },
  },
  'odd-url': {
    upstream: 'The second button has a javascript: address.',
    voter: 'The answer with the first way on; the other cannot be pressed.',
    ways: 1,
    play: {
      type: 'changes',
      answer: withEach((button, index) =>
        index === 1 ? { ...button, url: 'javascript:alert(document.domain)' } : button,
      ),
    },
  },
  'odd-event-object': odd('{"b":1.50,"a":{"list":[0,-0,1e3,null],"text":"Zoë & <b>"},"":[]}'),
  'odd-event-array': odd('[{"action":1},[],"two",3.0]'),
  'odd-event-string': odd('"an opaque string"'),
  'odd-event-empty-string': odd('""'),
  'odd-event-number': odd('42'),
  'odd-event-zero': odd('0'),
  'odd-event-float': odd('1.0'),
  'odd-event-big': odd('12345678901234567890'),
  'odd-event-true': odd('true'),
  'odd-event-false': odd('false'),
  'odd-event-null': odd('null'),
  'html-markdown': {
    upstream: 'The text holds raw HTML, scripts, images, javascript: links and deep nesting.',
    voter: 'The text as text: no image, no script, refused links as plain words; both buttons work.',
    ways: 2,
    play: { type: 'changes', answer: (answer) => ({ ...answer, message_markdown: hostileMarkdown }) },
  },
  'long-markdown': {
    upstream: 'The text is longer than 16 KiB.',
    voter: 'The text as plain text; both buttons work.',
    ways: 2,
    play: { type: 'changes', answer: (answer) => ({ ...answer, message_markdown: longMarkdown }) },
  },
  huge: {
    upstream: 'Accepts the registration; its answer is larger than 256 KiB.',
    ...maybeSent,
    play: { type: 'changes', answer: (answer) => ({ ...answer, message_markdown: hugeMarkdown }) },
  },
  'empty-answer': {
    upstream: 'Accepts the registration and answers 200 with {}.',
    ...maybeSent,
    play: { type: 'spoils', answer: () => json(200, {}) },
  },
  'track-fails': {
    upstream: 'The report of the press is refused with 400.',
    voter: 'The answer as usual; the press leads on all the same.',
    play: { type: 'tracking', fate: 'refuse' },
  },
  'track-breaks': {
    upstream: 'The report of the press is answered with 500.',
    voter: 'The answer as usual; the press leads on all the same.',
    play: { type: 'tracking', fate: 'break' },
  },
  'track-slow': {
    upstream: 'The report of the press is accepted after 3 seconds.',
    voter: 'The answer as usual; the press leads on at once.',
    play: { type: 'tracking', fate: 'late' },
  },
}

export const scenarios: readonly Scenario[] = Object.entries(table).map(([name, rest]) => ({ name, ...rest }))

/** Returns the scenario that a body's e-mail address requests; an unknown name is an ordinary address. */
export function scenarioIn(body: unknown): Scenario | undefined {
  const email = typeof body === 'object' && body !== null && 'email' in body ? body.email : undefined
  const [, name] = /^[^@+]*\+([^@]+)@example\.org$/i.exec(typeof email === 'string' ? email.trim() : '') ?? []
  return scenarios.find((scenario) => scenario.name === name?.toLowerCase())
}

export const isAccepted = ({ type }: Play): boolean => type !== 'before' && type !== 'refuses'
