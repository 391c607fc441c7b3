// @vitest-environment jsdom
import { act, fireEvent, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { theSettings } from '../../contract/testing/samples.ts'
import { aFakeBff } from '../testing/fake-bff.ts'
import type { FormValues } from './form/fields.ts'
import { VoterRegistration } from './voter-registration.tsx'

/** Types a name into a form, takes it off the page, and returns what it has handed over. */
async function typedAndLeft(name: string, options: { kiosk?: boolean; draft?: FormValues | undefined } = {}) {
  const left: FormValues[] = []
  const { unmount } = render(
    <VoterRegistration
      apiBase="https://bff.example"
      fetch={aFakeBff().fetch}
      settings={theSettings()}
      onLeave={(values) => left.push(values)}
      {...options}
    />,
  )
  const field = await screen.findByLabelText<HTMLInputElement>('First name')
  const before = field.value
  if (name !== '') fireEvent.input(field, { target: { value: name } })
  fireEvent.click(screen.getByLabelText('I have read this and I agree.'))
  await act(async () => unmount())
  return { before, left }
}

it('a form hands over what was typed, without consent, and another one begins with it and hands it over again', async () => {
  const { left } = await typedAndLeft('Ada')
  expect(left).toMatchObject([{ firstName: 'Ada', agree: false, subscriber: false }])
  const again = await typedAndLeft('', { draft: left[0] })
  expect(again.before).toBe('Ada')
  expect(again.left).toMatchObject([{ firstName: 'Ada', agree: false }])
})

it('a shared device hands over nothing', async () => {
  expect((await typedAndLeft('Ada', { kiosk: true })).left).toEqual([])
})
