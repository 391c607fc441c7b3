/** A language with missing texts shows them in English, and marks them for screen readers (WCAG 3.1.2). */
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { theSettings } from '../../../contract/testing/samples.ts'
import { ar } from '../../locales/ar.ts'
import type { Catalog } from '../../locales/catalog.ts'
import { createFakeBff } from '../../testing/fake-bff.ts'
import { VoterRegistration } from '../react/voter-registration.tsx'

/** One of each kind: a label, an error, a hint, the form's own word for "optional". */
const partial: Catalog = {
  language: 'ar',
  direction: 'rtl',
  form: { heading: ar.form?.heading ?? '', optional: ar.form?.optional ?? '' },
  fields: { city: ar.fields?.city ?? '' },
  errors: { cityMissing: ar.errors?.cityMissing ?? '' },
}

function form(locales: Catalog[], messages?: Record<string, string>) {
  const props = { apiBase: 'https://bff.example/api', fetch: createFakeBff().fetch, locale: 'ar' as const, locales }
  return <VoterRegistration {...props} settings={theSettings()} {...(messages && { messages })} />
}

/** The language in which a screen reader reads a text. */
const heardAs = (text: string | RegExp, index = 0) =>
  screen.getAllByText(text)[index]?.closest('[lang]')?.getAttribute('lang')

describe('English messages without a translation', () => {
  it('are marked as English: labels, legends, hints, buttons, errors, the summary', async () => {
    const { container } = render(form([partial]))
    await waitFor(() => expect(heardAs('First name')).toBe('en'))
    for (const text of [
      'First name',
      'Date of birth',
      'Month',
      'For example: April 12 1990.',
      /^Answer these questions/,
    ]) {
      expect(heardAs(text), String(text)).toBe('en')
    }
    expect(screen.getByText('First name').getAttribute('dir')).toBe('ltr')
    for (const text of [ar.form?.heading, ar.fields?.city, ar.form?.optional]) expect(heardAs(text ?? '')).toBe('ar')
    await userEvent.click(screen.getByRole('button', { name: /Continue/ }))
    await waitFor(() => expect(heardAs('Enter your first name')).toBe('en'))
    expect(heardAs('Enter your first name', 1)).toBe('en')
    expect(heardAs(/^There are \d+ problems$/)).toBe('en')
    expect(heardAs('Error:')).toBe('en')
    expect(heardAs(ar.errors?.cityMissing ?? '')).toBe('ar')
    // Exactly the letters of the English texts are marked as English.
    const walker = document.createTreeWalker(container, NodeFilter.SHOW_TEXT)
    const wrong: string[] = []
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const text = node.textContent ?? ''
      const lang = node.parentElement?.closest('[lang]')?.getAttribute('lang')
      // Names of states are not translated.
      if (node.parentElement?.closest('option') !== null) continue
      if (/[a-z]{2}/i.test(text) !== (lang === 'en') && /\p{L}{2}/u.test(text)) wrong.push(`${lang}: ${text}`)
    }
    expect(wrong).toEqual([])
  })

  it('lose the mark when the translation loads; a partner’s own messages have none', async () => {
    const { rerender } = render(form([partial], { 'fields.lastName': 'اسم العائلة' }))
    await waitFor(() => expect(heardAs('First name')).toBe('en'))
    expect(heardAs('اسم العائلة')).toBe('ar')
    rerender(form([ar]))
    await waitFor(() => expect(heardAs(ar.fields?.firstName ?? '')).toBe('ar'))
    expect(screen.getByText(ar.fields?.firstName ?? '').hasAttribute('lang')).toBe(false)
  })
})
