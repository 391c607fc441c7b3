/** The voter agrees to the approved wording; a translation is shown only beside that exact wording (R-A22). */
import { render, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ourEnglishWordings, wordingElements } from '../../../contract/bff-api.ts'
import { aWording, theSettings } from '../../../contract/testing/samples.ts'
import { ar } from '../../locales/ar.ts'
import type { Catalog } from '../../locales/catalog.ts'
import { FormAround } from '../inputs/fields.examples.tsx'
import { createFormMessages } from '../messages/catalog.ts'
import { Consent } from './consent.tsx'

function show(version: string, catalog: Catalog = ar) {
  const settings = theSettings({ wording: { en: aWording({ version }) } })
  return render(
    <FormAround words={createFormMessages(catalog)}>
      <Consent settings={{ type: 'ready', settings }} subscriberOptIn page="/form" onReload={() => {}} />
    </FormAround>,
  )
}

const folded = () => {
  const details = document.querySelector<HTMLDetailsElement>('details.vr-translation')
  if (details === null) throw new Error('Nothing is folded away.')
  expect(details.open).toBe(false)
  return within(details)
}

describe('the wording in a form of another language', () => {
  it.each(ourEnglishWordings)('%s is English, with its translation', (version) => {
    show(version)
    const box = screen.getByRole('checkbox', { name: aWording().agree })
    expect(document.querySelector(`label[for="${box.id}"]`)?.getAttribute('lang')).toBe('en')
    expect(document.getElementById(box.getAttribute('aria-describedby') ?? '')?.textContent).toBe(ar.wording.agree)
    expect(folded().getByText(ar.wording.note)).toBeDefined()
    expect(folded().getByText(ar.wording.heading)).toBeDefined()
    expect(folded().getByText(ar.wording.elements.rates, { exact: false })).toBeDefined()
  })

  it('names the text-message program, its short code and frequency in translation', () => {
    show(ourEnglishWordings[0] ?? '')
    const hint = ar.wording.subscriber.replace('{partner}', 'Sample Partner').replace('{program}', 'Sample Alerts')
    expect(document.body.textContent).toContain(hint.replace('{monthly}', '4'))
  })

  it('shows all eight elements open before the button, and none twice', () => {
    show(ourEnglishWordings[0] ?? '')
    const open = document.querySelector('.vr-consent')?.cloneNode(true) as Element
    // The checkboxes have both languages, and the partner's own messages have their rates.
    for (const part of open.querySelectorAll('details, .vr-checkbox')) part.remove()
    const findShown = (elements: Record<string, string>) =>
      wordingElements.filter((key) =>
        (elements[key] ?? '').split(/\{\w+\}/).every((part) => open.textContent?.includes(part)),
      )
    expect(findShown(aWording().elements)).toEqual(wordingElements)
    expect(findShown(ar.wording.elements)).toEqual([])
  })

  it.each([
    ['other words were approved', 'en-0badc0de', ar],
    ['the translation lacks an element', ourEnglishWordings[0], { ...ar, wording: { ...ar.wording, elements: {} } }],
    ['there is none', ourEnglishWordings[0], { language: 'pl' }],
  ])('is English alone if %s', (_, version = '', catalog) => {
    show(version, catalog as Catalog)
    expect(screen.getByRole('checkbox', { name: aWording().agree })).toBeDefined()
    expect(document.querySelector('.vr-translation')).toBeNull()
  })
})
