/** Misbehavior on demand: a registration with the address `anything+<name>@example.org` runs a scenario. This is the whole list. */
import type { Answer, AnswerButton } from './answer.ts'
import { createMessageWithoutButton, createOnlineOnlyMessage } from './answer.ts'
import { wrongSecret } from './basic-auth.ts'
import { type Behavior, misbehavior, type Scenario } from './scenario.ts'
import { hostileMarkdown, hugeMarkdown, longMarkdown } from './scenario-markdown.ts'
import { detail, htmlError, json, jsonError, nonFieldErrors, serverError, serviceMessages } from './service-answers.ts'

const notSent = {
  voter: 'Not sent.',
  screen: 'not-sent',
} as const
const maybeSent = {
  voter: 'Outcome unknown.',
  screen: 'outcome-unknown',
} as const
const unusualEventText = 'The usual result. The click is reported with exactly this value.'

function createEventScenario(event: string): Omit<Scenario, 'name'> {
  return {
    upstream: `The first button's event is ${event}`,
    voter: unusualEventText,
    methods: 2,
    behavior: { type: 'altered-answer', answer: withFirst({ event }) },
  }
}

function withFirst(change: Partial<AnswerButton>): (answer: Answer) => Answer {
  return withEach((button, index) => (index === 0 ? { ...button, ...change } : button))
}

function withEach(change: (button: AnswerButton, index: number) => AnswerButton): (answer: Answer) => Answer {
  return (answer) => ({ ...answer, buttons: answer.buttons.map(change) })
}

const scenarioTable: Readonly<Record<string, Omit<Scenario, 'name'>>> = {
  slow: {
    upstream: 'Answers after 3 seconds.',
    voter: 'Sending for 3 seconds, then the result.',
    behavior: { type: 'broken-response', answer: misbehavior.slow },
  },
  hang: {
    upstream: 'Accepts the registration and does not respond for 2 minutes.',
    ...maybeSent,
    voter: `Sending for at most 20 seconds. ${maybeSent.voter}`,
    behavior: { type: 'broken-response', answer: misbehavior.hang },
  },
  reset: {
    upstream: 'Accepts the registration and closes the connection.',
    ...maybeSent,
    behavior: { type: 'broken-response', answer: misbehavior.reset },
  },
  'bad-json': {
    upstream: 'Accepts the registration; the JSON of its response is truncated.',
    ...maybeSent,
    behavior: { type: 'broken-response', answer: misbehavior.badJson },
  },
  'html-200': {
    upstream: 'Accepts the registration and answers 200 with an HTML page.',
    ...maybeSent,
    behavior: { type: 'broken-response', answer: misbehavior.html200 },
  },
  'html-429': {
    upstream: 'Answers 429 with an HTML page and Retry-After: 17.',
    ...notSent,
    voter: `${notSent.voter} Says when to retry.`,
    behavior: { type: 'early-response', answer: misbehavior.busy },
  },
  'html-500': {
    upstream: 'Answers 500 with an HTML page.',
    ...maybeSent,
    behavior: { type: 'early-response', answer: serverError },
  },
  'busy-503': {
    upstream: 'Answers 503 with an HTML page and Retry-After: 7.',
    ...maybeSent,
    behavior: { type: 'early-response', answer: () => htmlError(503, 'Service Unavailable', { 'Retry-After': '7' }) },
  },
  maintenance: {
    upstream: 'Answers 503 with an HTML page and Retry-After: 3600, as in a maintenance window.',
    ...maybeSent,
    behavior: {
      type: 'early-response',
      answer: () => htmlError(503, 'Down for maintenance', { 'Retry-After': '3600' }),
    },
  },
  'slow-hour': {
    upstream: 'Answers after 12 seconds, as in its busiest hour.',
    voter: 'Sending for 12 seconds, then the result.',
    behavior: { type: 'broken-response', answer: misbehavior.slowHour },
  },
  'html-403': {
    upstream: 'Answers 403 with an HTML page, as for an IP address that is not allowed.',
    ...notSent,
    behavior: { type: 'early-response', answer: () => htmlError(403, 'Sorry, you have been blocked') },
  },
  'block-1020': {
    upstream: 'Answers 403 with the text "error code: 1020", as a firewall does.',
    ...notSent,
    behavior: { type: 'early-response', answer: () => new Response('error code: 1020', { status: 403 }) },
  },
  'json-403': {
    upstream: 'Answers 403 with {"detail": "…"}, as if the key lacked permission.',
    ...notSent,
    behavior: {
      type: 'early-response',
      answer: () => detail(403, 'You do not have permission to perform this action.'),
    },
  },
  auth: {
    upstream: 'Answers 401, as if the secret of the key were wrong.',
    ...notSent,
    voter: `${notSent.voter} No password dialog.`,
    behavior: { type: 'early-response', answer: wrongSecret },
  },
  'detail-400': {
    upstream: 'Answers 400 with {"detail": "…"} instead of messages by field.',
    ...notSent,
    behavior: { type: 'early-response', answer: jsonError },
  },
  redirect: {
    upstream: 'Answers 302 to /_sandbox/redirected, which lists every client that follows.',
    ...maybeSent,
    voter: `${maybeSent.voter} The redirect is not followed.`,
    behavior: { type: 'early-response', answer: misbehavior.redirect },
  },
  'field-errors': {
    upstream: 'Rejects five valid fields with six messages.',
    voter: 'The form with its input, and a summary that links each message to its field.',
    screen: 'form',
    behavior: {
      type: 'rejection',
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
    upstream: 'Rejects the form with two messages under non_field_errors.',
    voter: 'The form: both messages in the summary, the known one in our wording.',
    screen: 'form',
    behavior: {
      type: 'rejection',
      errors: { [nonFieldErrors]: [serviceMessages.tennesseeMx, 'The sandbox does not like this combination.'] },
    },
  },
  'unknown-key-error': {
    upstream: 'Rejects with three messages under keys that are not fields.',
    voter: 'The form: all three in the summary.',
    screen: 'form',
    behavior: {
      type: 'rejection',
      errors: { county: ['This field is required.', 'Counties are new in the sandbox.'], captcha: ['Try again.'] },
    },
  },
  'one-button': {
    upstream: 'Returns only the button to the state site.',
    voter: 'The result with one button.',
    methods: 1,
    behavior: {
      type: 'altered-answer',
      answer: (answer) => ({ ...answer, buttons: answer.buttons.slice(0, 1) }),
      message: createOnlineOnlyMessage,
    },
  },
  'no-button': {
    upstream: 'Returns no button.',
    voter: 'The result without a button.',
    methods: 0,
    behavior: {
      type: 'altered-answer',
      answer: (answer) => ({ ...answer, buttons: [] }),
      message: createMessageWithoutButton,
    },
  },
  'three-buttons': {
    upstream: 'Returns three buttons.',
    voter: 'The result with the first two.',
    methods: 2,
    behavior: {
      type: 'altered-answer',
      answer: ({ buttons, ...otherKeys }) => {
        const third = buttons
          .slice(0, 1)
          .map((first) => ({ ...first, message_text: 'Register in person', primary: false }))
        return { ...otherKeys, buttons: [...buttons, ...third] }
      },
    },
  },
  'two-primary': {
    upstream: 'Both buttons are primary.',
    voter: 'The result with two buttons, the first one primary.',
    methods: 2,
    behavior: { type: 'altered-answer', answer: withEach((button) => ({ ...button, primary: true })) },
  },
  'no-primary': {
    upstream: 'No button is primary.',
    voter: 'The result with two buttons, the first one primary.',
    methods: 2,
    behavior: { type: 'altered-answer', answer: withEach((button) => ({ ...button, primary: false })) },
  },
  'long-label': {
    upstream: 'The first label is very long and contains HTML.',
    voter: 'The whole label as plain text, on several lines.',
    methods: 2,
    behavior: {
      type: 'altered-answer',
      answer: withFirst({ message_text: `Register online <b>now</b> & here: ${'a long label '.repeat(12).trim()}` }),
    },
  },
  expired: {
    upstream: 'The mail link expired a minute ago.',
    voter: 'The form offers to request a new mail link.',
    methods: 1,
    behavior: { type: 'altered-answer', answer: (answer) => answer, expiresIn: -60_000 },
  },
  expiring: {
    upstream: 'The mail link expires in 70 seconds.',
    voter: 'The remaining time; after 70 seconds as with expired.',
    behavior: { type: 'altered-answer', answer: (answer) => answer, expiresIn: 70_000 },
  },
  'odd-url': {
    upstream: 'The second button has a javascript: address.',
    voter: 'The result; the second button cannot be clicked.',
    methods: 1,
    behavior: {
      type: 'altered-answer',
      answer: withEach((button, index) =>
        index === 1 ? { ...button, url: 'javascript:alert(document.domain)' } : button,
      ),
    },
  },
  'odd-event-object': createEventScenario('{"b":1.50,"a":{"list":[0,-0,1e3,null],"text":"Zoë & <b>"},"":[]}'),
  'odd-event-array': createEventScenario('[{"action":1},[],"two",3.0]'),
  'odd-event-string': createEventScenario('"an opaque string"'),
  'odd-event-empty-string': createEventScenario('""'),
  'odd-event-number': createEventScenario('42'),
  'odd-event-zero': createEventScenario('0'),
  'odd-event-float': createEventScenario('1.0'),
  'odd-event-big': createEventScenario('12345678901234567890'),
  'odd-event-true': createEventScenario('true'),
  'odd-event-false': createEventScenario('false'),
  'odd-event-null': createEventScenario('null'),
  'html-markdown': {
    upstream: 'The text has raw HTML, scripts, images, javascript: links and deep nesting.',
    voter: 'No image, no script, rejected links as plain text; both buttons work.',
    methods: 2,
    behavior: { type: 'altered-answer', answer: (answer) => ({ ...answer, message_markdown: hostileMarkdown }) },
  },
  'long-markdown': {
    upstream: 'The text is longer than 16 KiB.',
    voter: 'Plain text; both buttons work.',
    methods: 2,
    behavior: { type: 'altered-answer', answer: (answer) => ({ ...answer, message_markdown: longMarkdown }) },
  },
  huge: {
    upstream: 'Accepts the registration; its response is larger than 256 KiB.',
    ...maybeSent,
    behavior: { type: 'altered-answer', answer: (answer) => ({ ...answer, message_markdown: hugeMarkdown }) },
  },
  'empty-answer': {
    upstream: 'Accepts the registration and answers 200 with {}.',
    ...maybeSent,
    behavior: { type: 'broken-response', answer: () => json(200, {}) },
  },
  'track-fails': {
    upstream: 'Rejects the click report with 400.',
    voter: 'The usual result; the link opens.',
    behavior: { type: 'tracking', outcome: 'reject' },
  },
  'track-breaks': {
    upstream: 'Answers the click report with 500.',
    voter: 'The usual result; the link opens.',
    behavior: { type: 'tracking', outcome: 'fail' },
  },
  'track-slow': {
    upstream: 'Accepts the click report after 3 seconds.',
    voter: 'The usual result; the link opens immediately.',
    behavior: { type: 'tracking', outcome: 'delay' },
  },
}

export const scenarios: readonly Scenario[] = Object.entries(scenarioTable).map(([name, scenario]) => ({
  name,
  ...scenario,
}))

/** Returns the scenario that a body's e-mail address requests; an unknown name is an ordinary address. */
export function findScenario(body: unknown): Scenario | undefined {
  const email = typeof body === 'object' && body !== null && 'email' in body ? body.email : undefined
  const [, name] = /^[^@+]*\+([^@]+)@example\.org$/i.exec(typeof email === 'string' ? email.trim() : '') ?? []
  return scenarios.find((scenario) => scenario.name === name?.toLowerCase())
}

export const isAccepted = ({ type }: Behavior): boolean => type !== 'early-response' && type !== 'rejection'
