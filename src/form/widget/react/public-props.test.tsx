// @vitest-environment jsdom
import { act, fireEvent, render } from '@testing-library/react'
import { cloneElement } from 'react'
import { expect, it, vi } from 'vitest'
import { theSettings } from '../../../contract/testing/samples.ts'
import { createFakeBff } from '../../testing/fake-bff.ts'
import { VoterStateFacts } from '../facts/state-facts-root.tsx'
import { emptyValues } from '../form/fields.ts'
import type { InternalFormProps, VoterRegistrationProps } from '../voter-registration-props.ts'
import { VoterRegistration } from './voter-registration.tsx'

const base = { apiBase: 'https://bff.example', locale: 'en' } as const

it.each(['none', 'shadow'] as const)(
  'VoterRegistration ignores internal props with isolation="%s"',
  async (isolation) => {
    const comesBack = vi.fn()
    const typedBefore = vi.fn(() => new Map([['firstName', 'Draft']]))
    const onWords = vi.fn()
    const onSettled = vi.fn()
    const internal: Required<Omit<InternalFormProps, keyof VoterRegistrationProps>> = {
      comesBack,
      typedBefore,
      onSettled,
      onWords,
      embedType: 'hosted',
      noScript: { action: '/elsewhere', act: '_act', fields: {}, values: { ...emptyValues, lastName: 'Posted' } },
      addressPrefill: { city: 'Boston' },
      pageAttributes: { title: 'Internal' },
    }
    const { container, unmount } = render(
      <VoterRegistration
        {...base}
        {...internal}
        isolation={isolation}
        settings={theSettings()}
        fetch={createFakeBff().fetch}
      />,
    )
    const root = container.querySelector('[data-instance]')?.shadowRoot ?? container
    const getField = (name: string) => root.querySelector<HTMLInputElement>(`[name=${name}]`) as HTMLInputElement
    expect(['firstName', 'lastName', 'city'].map((name) => getField(name).value)).toEqual(['', '', ''])
    expect(container.querySelector('[title=Internal]') ?? root.querySelector('[title=Internal]')).toBeNull()
    expect(root.querySelector('form')?.action).toMatch(/^https:\/\/bff\.example\/form/)
    fireEvent.input(getField('firstName'), { target: { value: 'Ada' } })
    await act(async () => unmount())
    for (const callback of [comesBack, typedBefore, onSettled, onWords]) expect(callback).not.toHaveBeenCalled()
  },
)

it.each(['none', 'shadow'] as const)(
  'VoterRegistration passes data-* and aria-* props to its root element with isolation="%s"',
  (isolation) => {
    const page = { 'data-testid': 'form', 'aria-label': 'Register', 'data-instance': 'theirs' }
    const { container } = render(
      <VoterRegistration {...base} {...page} isolation={isolation} fetch={createFakeBff().fetch} />,
    )
    const root = container.firstElementChild
    expect(root?.getAttribute('data-testid')).toBe('form')
    expect(root?.getAttribute('aria-label')).toBe('Register')
    expect(root?.getAttribute('data-instance')).not.toBe('theirs')
    expect(root?.shadowRoot?.querySelector('[data-testid]') ?? null).toBeNull()
  },
)

it.each([
  [
    'VoterRegistration',
    <VoterRegistration key="form" {...base} appearance={{ theme: 'dark' }} theme="light" density="compact" />,
  ],
  [
    'VoterStateFacts',
    <VoterStateFacts key="facts" {...base} state="TN" theme="light" density="compact" data-testid="facts" />,
  ],
])('%s has theme and density as props, which override appearance', (_name, component) => {
  const { container } = render(cloneElement(component, { fetch: createFakeBff().fetch }))
  const { theme, density } = (container.firstElementChild as HTMLElement).dataset
  expect([theme, density]).toEqual(['light', 'compact'])
})

it('VoterStateFacts does not call the callback that only its element has', async () => {
  const onAt = vi.fn()
  const props = { ...base, onAt, fetch: createFakeBff().fetch, state: 'TN' } as const
  render(<VoterStateFacts {...props} />)
  await act(async () => {})
  expect(onAt).not.toHaveBeenCalled()
})
