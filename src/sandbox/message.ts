/** The text of an answer: Markdown in the service's format, in our own words (B.2.13). It begins with an empty line and
 *  a first-level heading, and its facts are escaped for HTML, as in the service's templates (R-A60). */
import { type StateCode, states } from '../contract/states.ts'
import { stateFacts } from './data/states.ts'

/** Escapes the five special characters of HTML as the service's template engine does. */
export function escapeHtml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#x27;' }
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}

/** Returns the text of an answer without a button: it says where to go, and names no button. */
export function messageWithoutButton(state: StateCode, publicUrl: string): string {
  const office = fact(`Ask your city's or county's election office how to register, or register there in person.`)
  return lines(fact(`# How to register in ${states[state]}`), office, deadlines(state), link(state, publicUrl))
}

/** Returns the text of an answer with the button to the state's site alone: it names no form to mail. */
export function messageForOnline(state: StateCode, publicUrl: string): string {
  return online(state, publicUrl, 'ask your election office')
}

/** Returns the text for a jurisdiction. */
export function messageFor(state: StateCode, publicUrl: string): string {
  const { flow } = stateFacts[state]
  switch (flow) {
    case 'online-or-print':
      return online(state, publicUrl)
    case 'print-only':
      return printOnly(state, publicUrl)
    case 'none':
      return none(state, publicUrl)
    default:
      return flow satisfies never
  }
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

/** A link as in such texts, with an escaped ampersand in its address. */
function link(state: StateCode, publicUrl: string): string {
  const address = escapeHtml(`${publicUrl}/state-site/${state}?from=text&lang=en`)
  return `More: [${escapeHtml(`${possessive(states[state])} election site`)}](${address}) (sample data of the sandbox, not guidance).`
}

const possessive = (name: string) => (name.endsWith('s') ? `${name}'` : `${name}'s`)
const fact = escapeHtml
const list = (mark: string, items: string[]) => items.map((item) => `${mark} ${item}`).join('\n')
const lines = (...blocks: string[]) => `\n${blocks.filter((block) => block !== '').join('\n\n')}\n`
