/** The tokens that the README promises are those of the style sheet, and each is used. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { pageMixes } from '../../../contract/readable-colors.ts'
import { defaultColors, themeTokens } from '../../../contract/theme-tokens.ts'

const folder = import.meta.dirname
const sheets = readdirSync(folder).filter((file) => file.endsWith('.css'))
const textOf = (file: string) => readFileSync(path.join(folder, file), 'utf8')
const definitions = textOf('tokens.css')
const rules = sheets
  .filter((file) => file !== 'tokens.css')
  .map(textOf)
  .join('\n')

it('each token that a partner may set is used by the style sheet', () => {
  const read = [...(definitions + rules).matchAll(/var\(--vr-([\w-]+)/g)].map(([, token]) => token)
  expect(new Set(read)).toEqual(new Set(themeTokens))
})

it('each token changes something visible', () => {
  const names = [...definitions.matchAll(/(--_[\w-]+): var\(--vr-([\w-]+)/g)]
  const unused = themeTokens.filter((token) => {
    const own = names.filter(([, , one]) => one === token).map(([, name]) => name)
    return !rules.includes(`var(--vr-${token}`) && !own.some((name) => rules.includes(`var(${name})`))
  })
  expect(unused).toEqual([])
})

it('no rule has a literal color: a partner could not change it', () => {
  const colors = rules.match(/#[0-9a-f]{3,8}\b|\brgba?\(|\bhsla?\(/gi) ?? []
  // Paper is white and its text is black.
  expect(colors.filter((color) => color !== '#000')).toEqual([])
})

it('the colors that a server checks a partner’s against are those of the style sheet', () => {
  const written = [...definitions.matchAll(/var\(--vr-([\w-]+), (?:var\(--[\w-]+, )?light-dark\((#\w+), (#\w+)\)\)/g)]
  expect(defaultColors.light).toEqual(Object.fromEntries(written.map(([, token, light]) => [token, light])))
  const mixed = [...definitions.matchAll(/--_page-([\w-]+): [^;]*on-surface\) (\d+)%, (#\w+)?/g)]
  const mixes = mixed.map(([, name, share, tint]) => [name, { share: Number(share) / 100, ...(tint && { tint }) }])
  expect(pageMixes).toEqual(Object.fromEntries(mixes))
  expect(defaultColors.dark).toEqual(Object.fromEntries(written.map(([, token, , dark]) => [token, dark])))
})
