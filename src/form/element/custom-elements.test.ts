/** The manifest for editors and site builders describes what the elements really have, and nothing else. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { themeTokens } from '../../contract/theme-tokens.ts'
import { VoterStateFactsElement } from '../state-facts.ts'
import manifest from './custom-elements.json' with { type: 'json' }
import { eventNames } from './element-events.ts'
import { formOptions, getPropertyNames } from './options.ts'
import { VoterRegistrationElement } from './voter-registration-element.ts'

interface Named {
  name: string
}

/** The manifest's declaration of one element. */
interface Declaration extends Named {
  tagName: string
  attributes: readonly (Named & { fieldName: string })[]
  members: readonly Named[]
  events?: readonly Named[]
  slots: readonly Named[]
  cssParts: readonly Named[]
  cssProperties: readonly Named[]
  cssStates?: readonly Named[]
}

const modules: readonly { path: string; declarations: readonly Declaration[] }[] = manifest.modules
const here = import.meta.dirname
const read = (file: string) => readFileSync(path.join(here, file), 'utf8')
const names = (list: readonly Named[] = []) => list.map(({ name }) => name).sort()
const declared = (tag: string) => {
  const found = modules.flatMap(({ declarations }) => declarations).find(({ tagName }) => tagName === tag)
  if (found === undefined) throw new Error(`The manifest has no ${tag}.`)
  return found
}

/** Every part in the source of some component. */
function partsInSources(): string[] {
  const files = ['.', '../widget'].flatMap((folder) =>
    readdirSync(path.join(here, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.tsx') && !/\.(test|examples)\./.test(file))
      .map((file) => path.join(folder, file)),
  )
  const said = files.flatMap((file) => [...read(file).matchAll(/\bpart(?:=|: )(?:"([^"]*)"|'([^']*)'|\{([^}]*)\})/g)])
  const words = said.flatMap(([, plain, single, expression]) =>
    expression === undefined
      ? (plain ?? single ?? '').split(' ')
      : [...expression.matchAll(/'([^']*)'/g)].flatMap(([, text]) => (text ?? '').split(' ')),
  )
  return [...new Set(words)].sort()
}

describe.each([
  ['voter-registration', VoterRegistrationElement, '../element.ts'],
  ['voter-state-facts', VoterStateFactsElement, '../state-facts.ts'],
] as const)('the manifest of <%s>', (tag, element, door) => {
  it('has its attributes', () => {
    expect(names(declared(tag).attributes)).toEqual([...element.observedAttributes].sort())
    const fields = names(declared(tag).members)
    for (const { name, fieldName } of declared(tag).attributes) expect(fields, name).toContain(fieldName)
  })

  it('has every property that can be set', () => {
    const own = ['version']
    for (let prototype: unknown = element.prototype; prototype !== null; ) {
      own.push(...Object.keys(Object.getOwnPropertyDescriptors(prototype)))
      prototype = Object.getPrototypeOf(prototype)
    }
    for (const { name } of declared(tag).members) expect(own, name).toContain(name)
  })

  it('has the tokens of its look, and names the module that defines it', () => {
    expect(names(declared(tag).cssProperties)).toEqual(themeTokens.map((token) => `--vr-${token}`).sort())
    const { path: module } = modules.find(({ declarations }) => declarations[0]?.tagName === tag) ?? {}
    expect(module).toBe(`dist/web/${path.basename(door, '.ts')}.js`)
    expect(read(door)).toContain(declared(tag).name)
  })
})

describe("the form's manifest", () => {
  const form = declared('voter-registration')

  it('has every option', () => {
    const fields = new Set(names(form.members))
    expect(getPropertyNames(formOptions).filter((name) => !fields.has(name))).toEqual([])
  })

  it('has its events', () => {
    expect(names(form.events)).toEqual([...Object.values(eventNames), 'vr-open', 'vr-close'].sort())
  })

  it('has its slots', () => {
    const parts = [...read('shadow-parts.ts').matchAll(/\bslot\('(\w+)'\)/g)].map(([, name]) => name ?? '')
    const inside = [...read('program/mounted-form.tsx').matchAll(/<slot name="([\w-]+)"/g)].map(
      ([, name]) => name ?? '',
    )
    expect(names(form.slots)).toEqual(['', ...parts, ...inside].sort())
  })

  it('has its parts, together with those of the state facts', () => {
    const all = ['voter-registration', 'voter-state-facts'].flatMap((tag) => names(declared(tag).cssParts))
    expect([...new Set(all)].sort()).toEqual(partsInSources())
  })

  it('has its states', () => {
    const source = read('registration-element.ts') + read('program/mounted-form.tsx')
    for (const name of names(form.cssStates)) expect(source).toContain(`'${name}'`)
    expect(names(form.cssStates)).toEqual(['error', 'ready', 'result', 'submitting'])
  })
})
