/** A voter on a network that loses the rest of the form: nothing that was typed is lost, and no button is dead. */
import { render, screen, waitFor } from '@testing-library/react'
import { type UserEvent, userEvent } from '@testing-library/user-event'
import { createRef } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { aFakeBff } from '../testing/fake-bff.ts'
import { loadedLater } from './loaded-later.ts'
import type { VoterRegistrationHandle } from './options.ts'
import type * as rest from './rest-of-form.ts'
import { VoterRegistration } from './voter-registration.tsx'

/** How the rest is brought: each test says what the network does. */
let bring: () => Promise<typeof rest>
let ours = loadedLater(() => bring())

vi.mock('./load-rest-of-form.ts', () => ({
  restOfForm: {
    load: () => ours.load(),
    loaded: () => ours.loaded(),
    use: (run: (part: typeof rest) => void) => ours.use(run),
  },
}))

const really = (): Promise<typeof rest> => import('./rest-of-form.ts')
const lost = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))

beforeEach(() => {
  ours = loadedLater(() => bring())
})

async function show() {
  const user = userEvent.setup()
  const bff = aFakeBff()
  const told: string[] = []
  const handle = createRef<VoterRegistrationHandle>()
  const view = render(
    <VoterRegistration
      ref={handle}
      apiBase="https://bff.example/api"
      fetch={bff.fetch}
      locale="en"
      onInvalid={({ source }) => told.push(`invalid, ${source}`)}
      onError={({ code, retryable }) => told.push(`${code}, ${retryable ? 'retryable' : 'final'}`)}
      onResult={() => told.push('result')}
    />,
  )
  await screen.findAllByRole('checkbox')
  const root = view.container.querySelector('.vr-root') as HTMLElement
  const until = (step: string) => waitFor(() => expect(root.dataset.step).toBe(step))
  return { user, bff, told, handle, root, until }
}

async function fill(user: UserEvent) {
  const texts = { 'First name': 'Ada', 'Last name': 'Sample', Day: '12', Year: '1990', City: 'Boston' }
  for (const [label, text] of Object.entries(texts)) await user.type(screen.getByLabelText(label), text)
  await user.type(screen.getByLabelText('Email'), 'ada@example.org')
  await user.type(screen.getByLabelText('Street address'), '10 Test Street')
  await user.type(screen.getByLabelText('ZIP code'), '02108')
  await user.selectOptions(screen.getByLabelText('Month'), '4')
  await user.selectOptions(screen.getByLabelText('State'), 'MA')
  await user.click(screen.getByRole('checkbox', { name: /I agree/ }))
}

const press = (user: UserEvent, name = 'Continue') => user.click(screen.getByRole('button', { name }))

describe('a press before the rest of the form is there', () => {
  it('waits on the screen that says so, sends once, and is answered', async () => {
    let arrive = () => {}
    const held = new Promise<void>((resolve) => {
      arrive = resolve
    })
    bring = () => held.then(really)
    const { user, bff, until, told } = await show()
    await fill(user)
    await press(user)
    await until('sending')
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: /Sending/ }))
    expect(bff.registrations()).toEqual([])
    arrive()
    await until('answer')
    expect(bff.registrations()).toHaveLength(1)
    expect(told).toEqual(['result'])
  })

  it('comes back to the form where something is missing, with everything that was typed and the focus on what is wrong', async () => {
    let arrive = () => {}
    const held = new Promise<void>((resolve) => {
      arrive = resolve
    })
    bring = () => held.then(really)
    const { user, bff, until, told } = await show()
    await user.type(screen.getByLabelText('First name'), 'Ada')
    await press(user)
    await until('sending')
    arrive()
    await until('form')
    expect(screen.getByLabelText('First name')).toHaveProperty('value', 'Ada')
    expect(screen.getByRole('link', { name: 'Enter your last name' })).toBeTruthy()
    await waitFor(() => expect(document.activeElement?.className).toBe('vr-summary'))
    expect(told).toEqual(['invalid, client'])
    expect(bff.registrations()).toEqual([])
  })

  it('is forgotten when the form is emptied meanwhile', async () => {
    let arrive = () => {}
    const held = new Promise<void>((resolve) => {
      arrive = resolve
    })
    bring = () => held.then(really)
    const { user, bff, until, told, handle } = await show()
    await fill(user)
    await press(user)
    await until('sending')
    handle.current?.reset()
    await until('form')
    arrive()
    await held.then(really)
    await fill(user)
    expect(bff.registrations()).toEqual([])
    await press(user)
    await until('answer')
    expect(told).toEqual(['result'])
  })
})

describe('a rest of the form that is lost on the way', () => {
  it('is asked for again when the voter comes to a field, and when they press', async () => {
    const asked = vi.fn<typeof bring>(lost)
    bring = asked
    const { user, until } = await show()
    await waitFor(() => expect(asked).toHaveBeenCalledOnce())
    await user.click(screen.getByLabelText('City'))
    await waitFor(() => expect(asked).toHaveBeenCalledTimes(2))
    await fill(user)
    bring = really
    await press(user)
    await until('answer')
  })

  it('is said to the voter truthfully: nothing was sent, everything is kept, and trying again tries again', async () => {
    bring = lost
    const { user, bff, until, told } = await show()
    await fill(user)
    await press(user)
    await until('not-sent')
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Your information was not sent' }))
    expect(told).toEqual(['not_loaded, retryable'])
    await press(user, 'Try again')
    await waitFor(() => expect(told).toHaveLength(2))
    await until('not-sent')
    await press(user, 'Back to the form')
    await until('form')
    expect(screen.getByLabelText('City')).toHaveProperty('value', 'Boston')
    await press(user)
    await until('not-sent')
    expect(bff.registrations()).toEqual([])
    bring = really
    await press(user, 'Try again')
    await until('answer')
    expect(bff.registrations()).toHaveLength(1)
  })

  it('that comes with the second try finds what is missing, and leads back to it', async () => {
    bring = lost
    const { user, until, told } = await show()
    await user.type(screen.getByLabelText('City'), 'Boston')
    await press(user)
    await until('not-sent')
    bring = really
    await press(user, 'Try again')
    await until('form')
    expect(screen.getByLabelText('City')).toHaveProperty('value', 'Boston')
    expect(told).toEqual(['not_loaded, retryable', 'invalid, client'])
  })
})
