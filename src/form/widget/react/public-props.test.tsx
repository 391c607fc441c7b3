// @vitest-environment jsdom
import { act, fireEvent, render } from '@testing-library/react'
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
    expect(root.querySelector('form')?.action).toMatch(/^https:\/\/bff\.example\/form/)
    fireEvent.input(getField('firstName'), { target: { value: 'Ada' } })
    await act(async () => unmount())
    for (const callback of [comesBack, typedBefore, onSettled, onWords]) expect(callback).not.toHaveBeenCalled()
  },
)

it('VoterStateFacts does not call the callback that only its element has', async () => {
  const onAt = vi.fn()
  const props = { ...base, onAt, fetch: createFakeBff().fetch, state: 'TN' } as const
  render(<VoterStateFacts {...props} />)
  await act(async () => {})
  expect(onAt).not.toHaveBeenCalled()
})
