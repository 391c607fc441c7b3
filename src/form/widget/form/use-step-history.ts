/** Makes each step of the form an entry of the browser's history: Back and Forward walk the steps, as voters expect. */
import { type RefObject, useEffect, useRef } from 'react'
import { useBrowserLayoutEffect, useLatest } from '../effects.ts'
import type { Step } from '../flow/flow-reducer.ts'
import { answerMember } from '../flow/kept-answer.ts'
import { readEntry, writeEntry } from '../history-entry.ts'
import { controlOf, textFields } from './fields.ts'
import { fieldsAt } from './form-steps.ts'
import type { FormPlace, RegistrationFormState } from './use-registration-form.ts'

/** The key in `history.state` for the step of each form. */
const member = 'voterRegistrationStep'

interface Mark {
  at: FormPlace['at']
  isChange: boolean
  /** How many of the form's entries come before it. */
  depth: number
}

export interface StepHistoryDeps {
  root: Readonly<RefObject<HTMLElement | null>>
  instanceId: string
  registration: Pick<RegistrationFormState, 'form' | 'initial' | 'steps' | 'place' | 'goTo'>
  /** Whether many voters share this device: then the history has nothing of the form. */
  isShared: boolean
  isPosted: boolean
  step: Step
  onBack: () => void
}

/** Adds an entry for each step, and shows the step of the entry to which the voter goes. After a registration, and in a form
 *  that was emptied, Back leads to the page before the form. */
export function useStepHistory(deps: StepHistoryDeps): void {
  const { instanceId, isShared, registration } = deps
  const { steps, place, initial } = registration
  const isOn = steps.length > 1 && !isShared
  const latest = useLatest(deps)
  const seen = useRef(place)
  const shown = useRef<FormPlace>(place)
  const round = useRef(initial.round)
  const depth = useRef(0)

  useBrowserLayoutEffect(() => {
    if (seen.current === place) return
    seen.current = place
    const before = shown.current
    const isEmptied = round.current !== initial.round
    shown.current = place
    round.current = initial.round
    if (!isOn || isSame(before, place)) return
    const mark = readMark(latest.current)
    if (mark !== undefined && isSame(mark, place)) return
    const write = ({ at, isChange = false }: FormPlace, isNew = false) => {
      const number = depth.current + (isNew ? 1 : 0)
      if (writeEntry(member, instanceId, { at, isChange, depth: number }, isNew)) depth.current = number
    }
    if (isEmptied) return write(place)
    if (mark === undefined || !isSame(mark, before)) write(before)
    write(place, true)
  }, [isOn, place, initial.round, instanceId, latest])

  useBrowserLayoutEffect(() => {
    const mark = isOn ? readMark(latest.current) : undefined
    if (mark === undefined) return
    depth.current = mark.depth
    if (latest.current.isPosted || !canShow(mark, latest.current)) return
    shown.current = mark
    latest.current.registration.goTo({ at: mark.at, isChange: mark.isChange })
  }, [isOn, instanceId, latest])

  useEffect(() => {
    if (!isOn) return undefined
    const onPop = () => {
      const { registration: form, step, onBack } = latest.current
      const mark = readMark(latest.current)
      if (mark === undefined) return
      const isEarlier = mark.depth < depth.current
      depth.current = mark.depth
      if (step.type === 'sending') return
      const isOver = step.type === 'answer' || step.type === 'may-have-been-sent'
      if (isOver || !canShow(mark, latest.current)) {
        // Nothing of the form is left to go back to.
        if (isEarlier && readEntry(answerMember, instanceId) === undefined) history.go(-1 - mark.depth)
        return
      }
      shown.current = mark
      if (step.type === 'not-sent') onBack()
      form.goTo({ at: mark.at, isChange: mark.isChange })
    }
    window.addEventListener('popstate', onPop)
    return () => window.removeEventListener('popstate', onPop)
  }, [isOn, instanceId, latest])
}

function readMark({ instanceId, registration: { steps } }: StepHistoryDeps): Mark | undefined {
  const kept = readEntry(member, instanceId)
  if (typeof kept !== 'object' || kept === null || !('at' in kept) || !('depth' in kept)) return undefined
  const at = steps.find((one) => one === kept.at)
  const isChange = 'isChange' in kept && kept.isChange === true
  return at === undefined ? undefined : { at, isChange, depth: Number(kept.depth) }
}

const isSame = (one: FormPlace, other: FormPlace): boolean =>
  one.at === other.at && (one.isChange ?? false) === (other.isChange ?? false)

/** Whether each step before it has a value: what was typed there may be gone with the page. */
function canShow({ at }: Mark, { root, registration: { form, steps } }: StepHistoryDeps): boolean {
  // On other screens there are no controls.
  const has = (field: (typeof textFields)[number]) =>
    (controlOf(field, root.current)?.value ?? form.getValues(field)) !== ''
  return steps
    .slice(0, steps.indexOf(at))
    .every((step) => textFields.some((field) => fieldsAt(step, steps).includes(field) && has(field)))
}
