/** The manifest for editors and site builders names what the elements really have. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { VoterRegistrationElement } from '../element-class.ts'
import { VoterStateFactsElement } from '../state-facts.ts'
import { createManifest } from './custom-elements.ts'

const read = (file: string) => readFileSync(path.join(import.meta.dirname, file), 'utf8')
const [form, facts] = createManifest((file) => read(`../${file}`)).modules.flatMap(({ declarations }) => declarations)
if (form === undefined || facts === undefined) throw new Error('The manifest has no elements.')
const getNames = (list: readonly { name: string }[]) => list.map(({ name }) => name).sort()

/** Every part in the source of some component. */
function findParts(): string[] {
  const files = ['.', '../widget'].flatMap((folder) =>
    readdirSync(path.join(import.meta.dirname, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.tsx') && !/\.(test|examples)\./.test(file))
      .map((file) => path.join(folder, file)),
  )
  const values = files.flatMap((file) => [...read(file).matchAll(/\bpart(?:=|: )(?:"([^"]*)"|'([^']*)'|\{([^}]*)\})/g)])
  const words = values.flatMap(([, plain, single, expression]) =>
    expression === undefined
      ? (plain ?? single ?? '').split(' ')
      : [...expression.matchAll(/'([^']*)'/g)].flatMap(([, text]) => (text ?? '').split(' ')),
  )
  return [...new Set(words)].sort()
}

describe.each([
  [form, VoterRegistrationElement],
  [facts, VoterStateFactsElement],
])('createManifest for $tagName', (element, elementClass) => {
  it('lists the properties of the class, one for each attribute', () => {
    const properties = ['version']
    for (let prototype: unknown = elementClass.prototype; prototype !== null; ) {
      properties.push(...Object.keys(Object.getOwnPropertyDescriptors(prototype)))
      prototype = Object.getPrototypeOf(prototype)
    }
    const members = getNames(element.members)
    for (const member of members) expect(properties).toContain(member)
    for (const { name, fieldName } of element.attributes) expect(members, name).toContain(fieldName)
  })

  it('describes every attribute, member and event', () => {
    for (const { name, description } of [...element.attributes, ...element.members, ...element.events])
      expect(description, name).not.toBe('')
  })
})

describe('createManifest for voter-registration', () => {
  it('lists the public methods', () => {
    const methods = form.members.filter(({ kind }) => kind === 'method')
    expect(getNames(methods)).toEqual(['close', 'diagnose', 'focus', 'open', 'reset', 'setPrefill'])
  })

  it('lists the slots of the element', () => {
    const slots = [...read('shadow-layout.ts').matchAll(/\bcreateSlot\('(\w+)'\)/g)].map(([, name]) => name ?? '')
    const inside = [...read('program/mounted-form.tsx').matchAll(/<slot name="([\w-]+)"/g)].map(
      ([, name]) => name ?? '',
    )
    expect(getNames(form.slots)).toEqual(['', ...slots, ...inside].sort())
  })

  it('lists the parts of all components', () => {
    expect(getNames(form.cssParts)).toEqual(findParts())
  })

  it('lists the states of the element', () => {
    const source = read('registration-element.ts') + read('program/mounted-form.tsx')
    for (const name of getNames(form.cssStates)) expect(source).toContain(`'${name}'`)
  })
})
