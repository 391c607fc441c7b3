/** An election center from the two elements alone: what a partner without a framework writes, and the code for it. */
import { isStateCode, stateCodes, states } from 'voter-registration/contract'
import type { VoterRegistrationElement } from 'voter-registration/element'
import type { VoterStateFactsElement } from 'voter-registration/state-facts'
import './states.css'
import './qa.css'
import type { SiteConfig } from './server/site-config.ts'

function byId<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const element = document.getElementById(id)
  if (!(element instanceof kind)) throw new Error(`The page has no #${id} as it should be.`)
  return element
}

const choices = {
  state: byId('state', HTMLSelectElement),
  language: byId('language', HTMLSelectElement),
  show: byId('show', HTMLSelectElement),
}
const elements = document.importNode(byId('elements', HTMLTemplateElement).content, true)
const facts: VoterStateFactsElement | null = elements.querySelector('voter-state-facts')
const form: VoterRegistrationElement | null = elements.querySelector('voter-registration')

for (const code of stateCodes) choices.state.add(new Option(states[code], code))
const hashState = location.hash.slice(1)
choices.state.value = isStateCode(hashState) ? hashState : 'TN'

/** The page's own heading: the form has a panel with the same name further down. */
const headings: Record<string, string> = { en: 'Voting in {state}', es: 'Votar en {state}' }

function messages(): string {
  return JSON.stringify({ 'facts.heading': headings[choices.language.value] })
}

/** Sets an attribute, or removes it when the value is empty. */
function setAttribute(element: Element | null, name: string, value: string): void {
  if (value === '') element?.removeAttribute(name)
  else element?.setAttribute(name, value)
}

function show({ bff }: SiteConfig, integrity: Record<string, string>): void {
  const { state, language, show: fields } = choices
  history.replaceState(null, '', `#${state.value}`)
  setAttribute(facts, 'state', state.value)
  setAttribute(facts, 'fields', fields.value)
  setAttribute(facts, 'messages', messages())
  if (isStateCode(state.value)) form?.setPrefill({ state: state.value })
  for (const element of [facts, form]) {
    setAttribute(element, 'locale', language.value)
    setAttribute(element, 'api-base', bff)
  }
  byId('snippet', HTMLElement).textContent = snippet(bff, integrity)
}

/** Returns the code of a partner's page for the choices. */
function snippet(bff: string, integrity: Record<string, string>): string {
  const { state, language, show: fields } = choices
  const script = (file: string) =>
    `<script async crossorigin="anonymous" src="https://cdn.example.org/vr/${facts?.version}/${file}"\n  integrity="${integrity[file] ?? 'see integrity.json'}"></script>`
  const common = `api-base="${bff}" locale="${language.value}"`
  const fieldsAttribute = fields.value === '' ? '' : `\n  fields="${fields.value}"`
  return [
    script('voter-registration.js'),
    script('voter-civic.js'),
    '',
    `<voter-state-facts ${common} state="${state.value}"${fieldsAttribute}\n  messages='${messages()}'>`,
    '  <p>Dates and rules are on the official site of each state.</p>',
    '</voter-state-facts>',
    '',
    `<voter-registration ${common} prefill='${JSON.stringify({ state: state.value })}'>`,
    '  <p>Register on the official site of your state.</p>',
    '</voter-registration>',
  ].join('\n')
}

const [config, integrity] = await Promise.all(
  ['/config.json', './element/integrity.json'].map(async (address) => (await fetch(address)).json()),
)
await Promise.all(['voter-registration', 'voter-state-facts'].map((tag) => customElements.whenDefined(tag)))
// Their methods exist only after the upgrade, which also works before they are in the page.
customElements.upgrade(elements)
show(config, integrity)
byId('desk', HTMLElement).append(elements)
for (const choice of Object.values(choices)) choice.addEventListener('change', () => show(config, integrity))
