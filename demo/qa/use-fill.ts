/** Fills in the form on the QA page, whichever door it is behind. */
import type { RefObject } from 'react'
import type { VoterRegistrationHandle } from 'voter-registration'
import type { Choices } from './choices.ts'
import { type DoorProps, doorAddress, doorFrame } from './doors.ts'
import { chooseRegion, fillIn, formIn } from './drive.ts'
import { forgetForms } from './kept.ts'
import { aVoterFor, nameOf } from './people.ts'

/** How long a form may take to come, in milliseconds. */
const longest = 15_000

/**
 * Returns a function that fills in a fictional voter, never the consent, and goes to what is left to do.
 *
 * @param form the form of React's door
 * @param place where the frame of another door is
 * @param say tells the tester what was filled in
 */
export function useFill(
  choices: Choices,
  props: DoorProps,
  form: RefObject<VoterRegistrationHandle | null>,
  place: RefObject<HTMLElement | null>,
  say: (text: string) => void,
) {
  return async (scenario: string, number: number) => {
    const { door, age, state } = choices
    const isRegional = choices.region === 'first'
    // A state with regions of its own.
    const stateOf = state === 'none' ? (isRegional ? 'IL' : undefined) : state
    const voter = aVoterFor(scenario, number, stateOf, age === 'adult' ? undefined : Number(age))
    const signal = AbortSignal.timeout(longest)
    // In steps, the region and what is said about the age are at earlier ones.
    const until = isRegional ? 'zipcode' : age === 'adult' ? 'agree' : 'birthYear'
    let root: Element | undefined
    if (door === 'react') {
      form.current?.reset()
      form.current?.setPrefill(voter)
      // The reset draws the form anew.
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
      root = await fillIn(formHere, voter, until, signal)
    } else {
      forgetForms()
      const frame = doorFrame(door, doorAddress(door, props))
      place.current?.replaceChildren(frame)
      root = await fillIn(formIn(frame, door), voter, until, signal)
    }
    const left = ['agree', until].map((name) => root?.querySelector(`[name=${name}]`))
    goTo(left.find((one) => one?.checkVisibility()) ?? document.getElementById('form'))
    say(`Filled in for ${scenario || 'the ordinary case'}: ${nameOf(voter)}. Check the consent box yourself.`)
    if (isRegional && root !== undefined) await chooseRegion(root, signal)
  }
}

const formHere = () => document.querySelector('#form [data-step]') ?? undefined

/** Goes to what is left to do in the form: the consent, where it is on the screen. */
function goTo(part: Element | null): void {
  part?.scrollIntoView({ block: 'center' })
  if (part !== null && 'focus' in part && typeof part.focus === 'function') part.focus({ preventScroll: true })
}
