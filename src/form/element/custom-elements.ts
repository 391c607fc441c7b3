/** Creates `custom-elements.json` for editors and site builders, and the tables of the docs. */
import { themeTokens } from '../../contract/theme-tokens.ts'
import { eventNames } from './element-events.ts'
import { formOptions, getPropertyNames, type OptionKind, type OptionTable, stateFactsOptions } from './options.ts'

const removeComments = (text: string) =>
  text
    .split('/**')
    .map((part, index) => (index === 0 ? part : part.slice(part.indexOf('*/') + 2)))
    .join('')
const toOneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
const toDescription = (docstring: string) => toOneLine(docstring.replaceAll(/^ *\*/gm, ''))

/** Parses the members of an interface from formatted TypeScript source. */
export function readInterface(source: string, name: string) {
  const start = source.indexOf(`export interface ${name}`)
  if (start === -1) throw new Error(`There is no interface ${name}.`)
  const bodyStart = source.indexOf('{\n', start) + 2
  const body = source.slice(bodyStart, source.indexOf('\n}', bodyStart) + 1)
  const member =
    /^ {2}(?:\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n {2})?(?:readonly )?(\w+|'[^']+')(\?)?(:|(?=\())([\s\S]*?)(?=^ {2}(?:\/\*\*|\/\/|\w|'|readonly )|$(?![\s\S]))/gm
  return [...body.matchAll(member)].map(([, docstring = '', key = '', optional, , type = '']) => ({
    name: key.replaceAll("'", ''),
    isOptional: optional !== undefined,
    type: toOneLine(removeComments(type).replace(/,(\s*[}\]])/g, '$1')),
    description: toDescription(docstring),
  }))
}

export type ReadSource = (file: string) => string

/** Returns the options by name, with `appearance.theme` and so on. */
function readOptionMembers(readSource: ReadSource) {
  const source = readSource('widget/options.ts')
  const members = [
    ...readInterface(source, 'Appearance').map((member) => ({ ...member, name: `appearance.${member.name}` })),
    ...readInterface(source, 'VoterRegistrationOptions'),
    ...readInterface(source, 'StateFactsOptions'),
    ...readInterface(readSource('element/options.ts'), 'ElementOptions'),
  ]
  return new Map(members.map((member) => [member.name, member]))
}
const publicMethod = /^ {2}\/\*\* ((?:(?!@internal|\*\/)[\s\S])*)\*\/\n {2}(?:async |override )*(\w+)\(/gm

const toList = (descriptions: Readonly<Record<string, string>>) =>
  Object.entries(descriptions).map(([name, description]) => ({ name, description }))
const commonSlots = {
  '': 'The fallback content: shown until the form appears, and whenever it cannot.',
  header: 'Above the form.',
  footer: 'Below the form.',
}
const commonParts = {
  root: 'The whole form or panel.',
  button: 'Any button, and links that look like one.',
  facts: 'Facts about a state.',
}
const formParts = {
  form: 'The form.',
  field: 'A field with its label, hint and error.',
  label: 'A label or legend.',
  input: 'A control.',
  hint: 'Help text of a field.',
  error: 'Validation message of a field.',
  summary: 'The error summary above the form.',
  consent: 'The consent text with its checkbox.',
  'button-primary': 'The main call-to-action button.',
  result: 'The result.',
}
const formStates = {
  ready: 'The form can be submitted.',
  submitting: 'The registration is being sent.',
  result: 'The result screen is shown.',
  error: 'The registration failed, or the form cannot be shown.',
}

function getAttributeType(kind: OptionKind): string {
  if (kind === 'kiosk') return 'number | boolean'
  if (kind === 'flag') return 'boolean'
  if (kind === 'json' || kind === 'appearance') return 'JSON'
  if (typeof kind === 'string' || 'parse' in kind) return 'string'
  return kind.map((value) => (typeof value === 'string' ? `'${value}'` : value)).join(' | ')
}

type Member = ReturnType<typeof readInterface>[number]
const toField = ({ name, type: text, description }: Member) => ({ kind: 'field', name, type: { text }, description })

const superclass = { name: 'HTMLElement' }

function describeElement(readSource: ReadSource, tagName: string, table: OptionTable) {
  const optionMembers = readOptionMembers(readSource)
  const attributes = Object.entries(table).map(([attribute, { property, kind }]) => {
    const [fieldName = ''] = property.replace('Defaults', '').split('.')
    const description = (optionMembers.get(property) ?? optionMembers.get(fieldName))?.description ?? ''
    return { name: attribute, fieldName, type: { text: getAttributeType(kind) }, description }
  })
  const members = getPropertyNames(table)
    .flatMap((property) => optionMembers.get(property) ?? [])
    .map(toField)
  const cssProperties = themeTokens.map((token) => ({ name: `--vr-${token}`, description: 'See docs/theming.md.' }))
  const name = tagName.replaceAll(/(?:^|-)(\w)/g, (_match, letter: string) => letter.toUpperCase())
  const declaration = { kind: 'class', customElement: true, name: `${name}Element`, tagName, superclass }
  const lists = { slots: toList(commonSlots), cssParts: toList(commonParts), events: toList({}), cssStates: toList({}) }
  return { ...declaration, attributes, members, cssProperties, ...lists }
}

function describeForm(readSource: ReadSource) {
  const source = readSource('widget/options.ts')
  const form = describeElement(readSource, 'voter-registration', formOptions)
  const methods = [...readSource('element/registration-element.ts').matchAll(publicMethod)].map(
    ([, docstring = '', name = '']) => ({ kind: 'method', name, description: toDescription(docstring) }),
  )
  const readonlyFields = readInterface(source, 'VoterRegistrationHandle').filter(({ type }) => !type.includes('('))
  const callbacks = readInterface(source, 'VoterRegistrationCallbacks').map(({ name, description }) => ({
    name: new Map<string, string>(Object.entries(eventNames)).get(name) ?? '',
    description,
  }))
  const events = [...callbacks, ...readInterface(readSource('element/element-events.ts'), 'DialogEventDetails')].map(
    ({ name, description }) => ({ name, type: { text: `VoterRegistrationEventMap['${name}']` }, description }),
  )
  return {
    ...form,
    members: [...form.members, ...methods, ...readonlyFields.map((field) => ({ ...toField(field), readonly: true }))],
    events,
    slots: toList({ ...commonSlots, 'consent-extra': 'Your own text below the consent wording.' }),
    cssParts: toList({ ...commonParts, ...formParts }),
    cssStates: toList(formStates),
  }
}

/** Follows version 2.1.0 of the custom elements manifest schema. */
export function createManifest(readSource: ReadSource) {
  const elements = {
    'dist/web/element.js': describeForm(readSource),
    'dist/web/state-facts.js': describeElement(readSource, 'voter-state-facts', stateFactsOptions),
  }
  const modules = Object.entries(elements).map(([file, element]) => ({
    kind: 'javascript-module',
    path: file,
    declarations: [element],
    exports: [
      { kind: 'js', name: element.name, declaration: { name: element.name } },
      { kind: 'custom-element-definition', name: element.tagName, declaration: { name: element.name } },
    ],
  }))
  return { schemaVersion: '2.1.0', readme: 'README.md', modules }
}
