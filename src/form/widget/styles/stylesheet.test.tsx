// @vitest-environment jsdom
/** The style sheet is in two parts: what the first file draws needs no rule of the later one. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { createFirstScreens } from '../../element/first-screen/render.tsx'
import { renderStatic } from '../../element/first-screen/render-static.ts'

const textOf = (name: string) => readFileSync(path.join(import.meta.dirname, name), 'utf8')
const rulesIn = (name: string) =>
  [...textOf(name).matchAll(/@import "\.\/(.*?)"/g)]
    .map(([, file = '']) => textOf(file))
    .join('\n')
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
/** What a rule is about, without the paper's, which everything on a page is about. */
const selectorsOf = (rules: string) =>
  [...rules.replaceAll(/@media print \{[\s\S]*?\n\}/g, '').matchAll(/(?:^|\})\s*([^{}@]+)\{/g)].map(
    ([, selector = '']) => selector.trim(),
  )

it('rules of the later style sheet match nothing on the first screen, apart from print rules', () => {
  const { screens } = createFirstScreens('ar')
  const about = selectorsOf(rulesIn('later-screens.css'))
  expect(about.length).toBeGreaterThan(50)
  const found = Object.entries(screens).flatMap(([layout, screen]) => {
    const page = document.createElement('div')
    const look = { instanceId: 'vre1', action: '', headingLevel: 2, root: {}, tokens: {} }
    page.append(renderStatic(screen, look))
    // A state of an element, such as being invalid, is none of the first screen.
    return about.flatMap((selector) =>
      page.querySelector(selector.replaceAll(/::?(?:before|after|marker)/g, '')) === null
        ? []
        : [`${layout}: ${selector}`],
    )
  })
  expect(found).toEqual([])
})
