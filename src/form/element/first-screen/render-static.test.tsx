// @vitest-environment jsdom
/** What the first file draws is what the form renders first, so that React takes over the same nodes. */
import { act } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, describe, expect, it } from 'vitest'
import { languageCodes } from '../../../contract/languages.ts'
import type { StaticNode } from '../../../contract/strings.ts'
import { catalogs } from '../../locales/catalogs.ts'
import { createFakeBff } from '../../testing/fake-bff.ts'
import { VoterRegistration } from '../../widget/voter-registration.tsx'
import { createFirstScreens, firstScreenProps, layouts } from './render.tsx'
import type { FirstScreens, Layout } from './render-static.ts'
import { renderStatic } from './render-static.ts'

afterEach(() => document.body.replaceChildren())

const themes = ['auto', 'light', 'dark'] as const
const catalogOf = (language: string) =>
  language === 'en' ? undefined : catalogs.find((one) => one.language === language)

/** Rendered once for each language. */
const rendered = new Map<string, FirstScreens>()
function screensIn(language: string): FirstScreens {
  const screens = rendered.get(language) ?? createFirstScreens(language)
  rendered.set(language, screens)
  return screens
}

/** The props of a form in a page, and its first screen. */
function aForm(language: string, layout: Layout, theme: (typeof themes)[number], instanceId: string) {
  const props = {
    ...firstScreenProps(layout, catalogOf(language)),
    apiBase: 'https://bff.example/api',
    partner: 'river-city',
    instanceId,
    headingLevel: 3 as const,
    appearance: { theme, density: 'compact' as const, variables: { 'color-primary': '#c8102e' } },
    fetch: createFakeBff().fetch,
  }
  const screen = screensIn(language).screens[layout]
  const drawn = renderStatic(screen as StaticNode, {
    instanceId,
    action: `https://bff.example/api/form?locale=${language}&partner=river-city`,
    headingLevel: 3,
    root: { 'data-theme': theme, 'data-density': 'compact' },
    tokens: { '--vr-color-primary': '#c8102e' },
  })
  return { form: <VoterRegistration {...props} />, drawn }
}

/** Returns a copy to compare: React writes comments between texts, and a browser with scripts has nothing inside `noscript`. */
function comparable(root: Element | null): Node {
  const place = document.createElement('div')
  place.innerHTML = (root?.outerHTML ?? '').replaceAll(/<!-- -->|(?<=<noscript>).*(?=<\/noscript>)/g, '')
  // The same declaration, in other blanks.
  const form = place.firstElementChild as HTMLElement
  form.setAttribute('style', form.style.getPropertyValue('--vr-color-primary'))
  return place
}

describe('draw', () => {
  it.each(languageCodes)('renders the same as React, in each layout and theme, for two forms: %s', (language) => {
    for (const layout of layouts) {
      for (const theme of themes) {
        for (const instanceId of ['vre1', 'vre2']) {
          const { form, drawn } = aForm(language, layout, theme, instanceId)
          const place = document.createElement('div')
          place.innerHTML = renderToString(form)
          const isEqual = comparable(drawn).isEqualNode(comparable(place.firstElementChild))
          expect([layout, theme, instanceId, isEqual]).toEqual([layout, theme, instanceId, true])
        }
      }
    }
  })

  it('is hydrated without a warning, and keeps input and focus', async () => {
    const errors: unknown[] = []
    for (const [language, layout] of [
      ['en', 'page'],
      ['es', 'page'],
      ['ar', 'steps'],
      ['en', 'steps-kiosk'],
    ] as const) {
      const { form, drawn } = aForm(language, layout, 'auto', 'vre1')
      const place = document.body.appendChild(document.createElement('div'))
      place.append(drawn)
      const state = place.querySelector<HTMLSelectElement>('[name=state]') as HTMLSelectElement
      state.value = 'TN'
      const first = place.querySelector<HTMLInputElement>('[name=firstName]') as HTMLInputElement
      first.value = 'Ada'
      state.focus()
      const root = await act(async () =>
        hydrateRoot(place, form, { onRecoverableError: (error) => errors.push(error) }),
      )
      expect(place.querySelector('[name=firstName]')).toBe(first)
      expect([first.value, state.value, document.activeElement]).toEqual(['Ada', 'TN', state])
      await act(async () => root.unmount())
      place.remove()
    }
    expect(errors).toEqual([])
  })
})
