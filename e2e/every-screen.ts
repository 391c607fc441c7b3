/** Opens each screen as a voter would reach it, for tests that check all of them. */
import type { FormPage, Opening, Step } from './form-page.ts'
import { aVoter, playing } from './people.ts'
import type { Stack } from './stack.ts'

/** A screen, or a state of a screen that looks different. */
export interface Screen {
  name: string
  step: Step
  bring(form: FormPage, stack: Stack, opening?: Opening): Promise<void>
}

/** Returns the tag for tests of a screen on the main path, which `npm test` runs; `.ci/run` runs the rest. */
export const inMain = ({ name }: Screen) =>
  name === 'form with errors' || name === 'answer with two ways on' || name === 'not sent' ? ' @main' : ''

const registerAs = (scenario: string, change: Parameters<typeof aVoter>[0] = {}) =>
  async function bring(form: FormPage, _: Stack, opening: Opening = {}) {
    await form.open(opening)
    await form.register(aVoter({ email: playing(scenario), ...change }))
  }

/** All screens. */
export const screens: Screen[] = [
  {
    name: 'form',
    step: 'form',
    bring: async (form, _, opening = {}) => {
      await form.open(opening)
    },
  },
  {
    name: 'form with errors',
    step: 'form',
    bring: async (form, _, opening = {}) => {
      await form.open(opening)
      await form.send.click()
      await form.summary.waitFor()
    },
  },
  {
    name: 'form with errors of the service',
    step: 'form',
    bring: async (form, stack, opening) => {
      await registerAs('field-errors')(form, stack, opening)
      await form.summary.waitFor()
    },
  },
  { name: 'sending', step: 'sending', bring: registerAs('hang') },
  {
    name: 'answer with two ways on',
    step: 'answer',
    bring: async (form, _, opening = {}) => {
      await form.open(opening)
      await form.register(aVoter())
    },
  },
  { name: 'answer with one way on', step: 'answer', bring: registerAs('one-button') },
  { name: 'answer with none', step: 'answer', bring: registerAs('no-button') },
  { name: 'answer with an expired link', step: 'answer', bring: registerAs('expired') },
  { name: 'not sent', step: 'not-sent', bring: registerAs('auth') },
  { name: 'may have been sent', step: 'outcome-unknown', bring: registerAs('html-500') },
]
