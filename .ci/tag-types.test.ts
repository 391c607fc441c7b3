/** Compiles the tags' types for Vue and Svelte with the interfaces that theirs extend. `e2e/packages` compiles those for React. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { createManifest } from '../src/form/element/custom-elements.ts'
import { temporaryFolder } from '../src/server/testing/temporary-folder.ts'
import { tagTypes } from './tag-types.mjs'

const root = process.cwd()
const folder = temporaryFolder()

/** Returns the compiler's errors for a file that uses the types of a framework. */
function compile(framework: string, file: string, text: string): string {
  const home = mkdtempSync(path.join(folder, 'use-'))
  mkdirSync(path.join(home, 'types'))
  const manifest = createManifest((source) => readFileSync(`src/form/${source}`, 'utf8'))
  for (const [name, code] of Object.entries(tagTypes(manifest))) writeFileSync(path.join(home, 'types', name), code)
  const event = 'export interface VoterRegistrationEventMap { [name: string]: CustomEvent<{ buttons: number }> }\n'
  mkdirSync(path.join(home, 'form'), { recursive: true })
  writeFileSync(path.join(home, 'form/element.d.ts'), event)
  writeFileSync(path.join(home, file), `import type {} from './types/${framework}.d.ts'\n${text}`)
  for (const [name, code] of Object.entries(stands)) {
    mkdirSync(path.join(home, 'node_modules', path.dirname(name)), { recursive: true })
    writeFileSync(path.join(home, 'node_modules', name), code)
  }
  const options =
    '--noEmit --strict --skipLibCheck false --target ES2022 --lib ES2022,DOM,DOM.Iterable --module ESNext --moduleResolution bundler --types'
  try {
    const tsc = path.join(root, 'node_modules/typescript/bin/tsc')
    return execFileSync(process.execPath, [tsc, ...options.split(' '), '', file], { cwd: home, encoding: 'utf8' })
  } catch (error) {
    const { stdout } = error as { stdout: string }
    return stdout
  }
}

/** The interfaces of Vue and Svelte that templates are checked against. */
const stands = {
  'vue/index.d.ts':
    'export interface HTMLAttributes { id?: string }\nexport interface VNodeProps { ref?: string }\nexport interface GlobalComponents {}\n',
  'svelte/elements.d.ts':
    'export interface HTMLAttributes<T> { id?: string; hidden?: boolean }\nexport interface SvelteHTMLElements {}\n',
}

it('the Vue types name attributes, also for strict templates, and listeners', () => {
  const use = `import type { GlobalComponents } from 'vue'
type Props = InstanceType<GlobalComponents['voter-registration']>['$props']
export const good: Props = { 'api-base': '/api', theme: 'dark', id: 'form', ref: 'form', onVrResult: (event) => console.log(event.detail.buttons) }
export const strict: Props = { apiBase: '/api', headingLevel: '3', utmSource: 'mail' }
export const facts: InstanceType<GlobalComponents['voter-state-facts']>['$props'] = { apiBase: '/api', state: 'TN' }
// @ts-expect-error there is no such theme.
export const wrong: Props = { theme: 'drak' }
// @ts-expect-error there is no such level.
export const level: Props = { headingLevel: '9' }
// @ts-expect-error there is no such attribute.
export const misspelt: Props = { apiBse: '/api' }
// @ts-expect-error there is no such event.
export const event: Props = { onVrResut: () => undefined }
`
  expect(compile('vue', 'page.ts', use)).toBe('')
})

it('the Svelte types name attributes and listeners', () => {
  const use = `import type { SvelteHTMLElements } from 'svelte/elements'
type Props = SvelteHTMLElements['voter-registration']
export const good: Props = { 'api-base': '/api', id: 'form', 'onvr-result': (event) => console.log(event.detail.buttons) }
// @ts-expect-error there is no such attribute.
export const wrong: Props = { apibase: '/api' }
`
  expect(compile('svelte', 'page.ts', use)).toBe('')
})
