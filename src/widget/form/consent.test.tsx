/** What is agreed to is the approved wording; a translation stands beside those very words only (R-A22). */
import { render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ourEnglishWordings } from '../../contract/messages.ts'
import { ar } from '../../locales/ar.ts'
import type { Catalogue } from '../../locales/catalogue.ts'
import { aWording, theSettings } from '../../testing/samples.ts'
import { FormAround } from '../inputs/fields.examples.tsx'
import { wordsIn } from '../messages/catalogue.ts'
import { Consent } from './consent.tsx'

function show(version: string, catalogue: Catalogue = ar) {
  const settings = theSettings({ wording: { en: aWording({ version }) } })
  return render(
    <FormAround words={wordsIn(catalogue)}>
      <Consent settings={{ type: 'ready', settings }} subscriberOptIn headingLevel={3} onReload={() => {}} />
    </FormAround>,
  )
}

describe('the wording in a form of another language', () => {
  it.each(ourEnglishWordings)('%s is English, with its translation beside it', (version) => {
    show(version)
    const box = screen.getByRole('checkbox', { name: aWording().agree })
    expect(document.querySelector(`label[for="${box.id}"]`)?.getAttribute('lang')).toBe('en')
    expect(document.getElementById(box.getAttribute('aria-describedby') ?? '')?.textContent).toBe(ar.wording.agree)
    expect(screen.getByText(ar.wording.note)).toBeDefined()
    expect(screen.getByText(ar.wording.heading)).toBeDefined()
  })

  it('names the text-message program, its short code and how often it writes in the translation', () => {
    show(ourEnglishWordings[0] ?? '')
    const hint = ar.wording.subscriber.replace('{partner}', 'Sample Partner').replace('{program}', 'Sample Alerts')
    expect(document.body.textContent).toContain(hint.replace('{monthly}', '4'))
  })

  it.each([
    ['other words were approved', 'en-0badc0de', ar],
    ['the translation lacks an element', ourEnglishWordings[0], { ...ar, wording: { ...ar.wording, elements: {} } }],
    ['there is none', ourEnglishWordings[0], { language: 'pl' }],
  ])('is English alone where %s', (_, version = '', catalogue) => {
    show(version, catalogue as Catalogue)
    expect(screen.getByRole('checkbox', { name: aWording().agree })).toBeDefined()
    expect(document.querySelector('.vr-translation')).toBeNull()
  })
})
