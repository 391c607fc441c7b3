/** Fills in the form on the QA page, whatever its embed type. */
import type { RefObject } from 'react'
import type { VoterRegistrationHandle } from 'voter-registration'
import type { Choices } from './choices.ts'
import { chooseRegion, fillIn, getFormReader } from './drive.ts'
import { createEmbedFrame, type EmbedProps, getEmbedAddress } from './embed-types.ts'
import { createVoter, formatVoter } from './people.ts'
import { clearForms } from './tab-storage.ts'

/** How long a form may take to come, in milliseconds. */
const formTimeoutMs = 15_000

/**
 * Returns a function that fills in a fictional voter, never the consent, and goes to what is left to do.
 *
 * @param form the React form
 * @param frameParent contains the frame of any other embed type
 * @param setStatus tells the tester what was filled in
 */
export function useFill(
  choices: Choices,
  props: EmbedProps,
  form: RefObject<VoterRegistrationHandle | null>,
  frameParent: RefObject<HTMLElement | null>,
  setStatus: (text: string) => void,
) {
  return async (scenario: string, number: number) => {
    const { embed: embedType, age, state } = choices
    const isRegional = choices.region === 'first'
    // A state with regions of its own.
    const votersState = state === 'none' ? (isRegional ? 'IL' : undefined) : state
    const voter = createVoter(scenario, number, votersState, age === 'adult' ? undefined : Number(age))
    const signal = AbortSignal.timeout(formTimeoutMs)
    // In steps, the region and what is said about the age are at earlier ones.
    const lastField = isRegional ? 'zipcode' : age === 'adult' ? 'agree' : 'birthYear'
    let root: Element | undefined
    if (embedType === 'react') {
      form.current?.reset()
      form.current?.setPrefill(voter)
      // The reset draws the form anew.
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
      root = await fillIn(findFormOnPage, voter, lastField, signal)
    } else {
      clearForms()
      const frame = createEmbedFrame(embedType, getEmbedAddress(embedType, props))
      frameParent.current?.replaceChildren(frame)
      root = await fillIn(getFormReader(frame, embedType), voter, lastField, signal)
    }
    const remainingFields = ['agree', lastField].map((name) => root?.querySelector(`[name=${name}]`))
    goTo(remainingFields.find((field) => field?.checkVisibility()) ?? document.getElementById('form'))
    setStatus(
      `Filled in for ${scenario || 'the ordinary case'}: ${formatVoter(voter)}. Check the consent box yourself.`,
    )
    if (isRegional && root !== undefined) await chooseRegion(root, signal)
  }
}

const findFormOnPage = () => document.querySelector('#form [data-step]') ?? undefined

/** Goes to what is left to do in the form: the consent, where it is on the screen. */
function goTo(part: Element | null): void {
  part?.scrollIntoView({ block: 'center' })
  if (part !== null && 'focus' in part && typeof part.focus === 'function') part.focus({ preventScroll: true })
}
