/** The steps of the form and the review. Each is an entry of the browser's history, for Back and Forward. */
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useBrowserLayoutEffect, useLatest } from '../effects.ts'
import type { Step } from '../flow/flow-reducer.ts'
import { answerMember, readEntry, writeEntry } from '../history-entry.ts'
import type { Words } from '../messages/catalog.ts'
import type { Emit } from '../page-address.ts'
import type { NoScriptForm } from '../voter-registration-props.ts'
import {
  consentFields,
  type FormField,
  type FormLayout,
  type FormStep,
  type FormValues,
  fieldGroups,
  formFields,
  getControl,
  groupFields,
  textFields,
} from './fields.ts'

export interface FormPlace {
  at: FormStep
  field?: FormField | undefined
  /** Whether the voter edits a step from the review, and returns to it. */
  isChange?: boolean
}

export type FormSteps = ReturnType<typeof useFormSteps>

/** @param review whether the form ends with a review */
export function useFormSteps(layout: FormLayout | undefined, review: boolean | undefined) {
  const steps = useMemo(() => listSteps(layout, review), [layout, review])
  const [requestedPlace, goTo] = useState<FormPlace>({ at: steps[0] })
  // A page may change the layout while the form is mounted.
  const place = useMemo(
    () => (steps.includes(requestedPlace.at) ? requestedPlace : { at: steps[0] }),
    [requestedPlace, steps],
  )
  const { at } = place
  const stepFields = useMemo(() => getStepFields(at, steps), [at, steps])
  return {
    steps,
    place,
    goTo,
    /** The visible fields. Memoized. */
    stepFields,
    isFirstStep: at === steps[0],
    /** The last step has the consent and the submit button. */
    isLastStep: at === steps.at(-1),
    previousStep: place.isChange === true ? 'review' : steps[steps.indexOf(at) - 1],
  }
}

export function listSteps(
  layout: FormLayout = 'page',
  review = layout === 'steps',
): readonly [FormStep, ...FormStep[]] {
  const last = review ? (['review'] as const) : []
  return layout === 'steps' ? [...fieldGroups, ...last] : ['page', ...last]
}

function getStepFields(step: FormStep, steps: readonly FormStep[]): readonly FormField[] {
  const fields = formFields.filter((field) =>
    step === 'page' ? !consentFields.includes(field) : step !== 'review' && groupFields[step].includes(field),
  )
  return step === steps.at(-1) ? [...fields, ...consentFields] : fields
}

export function findStep(field: FormField, steps: readonly FormStep[]): FormStep {
  return steps.find((step) => getStepFields(step, steps).includes(field)) ?? 'page'
}

/** Returns the step's name and "Step 2 of 5"; no `progress` for the review of a form on one page. */
export function describeStep(at: FormStep, steps: readonly FormStep[], words: Words) {
  const name = at === 'page' ? words.form.heading : words.steps[at]
  const isCounted = at !== 'page' && steps.length > 2
  const progress = isCounted ? words.steps.progress({ number: steps.indexOf(at) + 1, total: steps.length }) : undefined
  return { progress, name, title: progress === undefined ? name : `${progress}: ${name}` }
}

const member = 'voterRegistrationStep'

interface EntryPlace {
  at: FormStep
  isChange: boolean
  /** Number of the form's entries before it. */
  depth: number
}

export interface StepHistoryDeps {
  root: Readonly<RefObject<HTMLElement | null>>
  instanceId: string
  registration: FormSteps & { form: UseFormReturn<FormValues>; initial: { round: number } }
  flow: { step: Step; back: () => void }
  /** In kiosk mode nothing is written to the history. */
  isShared: boolean
  noScript: NoScriptForm | undefined
  emit: Emit
}

/** Adds an entry for each step, and shows the step of the entry that the voter opens. After a registration, and in a cleared
 *  form, Back opens the page before the form. Calls `onStep` for every visited step except the first one shown. */
export function useStepHistory(deps: StepHistoryDeps): void {
  const { instanceId, isShared, registration, flow, emit } = deps
  const { steps, place, initial } = registration
  const isOn = steps.length > 1 && !isShared
  const latest = useLatest(deps)
  const handledPlace = useRef(place)
  const shownPlace = useRef<FormPlace>(place)
  const round = useRef(initial.round)
  const depth = useRef(0)

  useBrowserLayoutEffect(() => {
    if (handledPlace.current === place) return
    handledPlace.current = place
    const previousPlace = shownPlace.current
    const isEmptied = round.current !== initial.round
    shownPlace.current = place
    round.current = initial.round
    if (!isOn || isSamePlace(previousPlace, place)) return
    const entry = readEntryPlace(latest.current)
    if (entry !== undefined && isSamePlace(entry, place)) return
    const write = ({ at, isChange = false }: FormPlace, isNew = false) => {
      const number = depth.current + (isNew ? 1 : 0)
      if (writeEntry({ member, instanceId }, { at, isChange, depth: number }, isNew)) depth.current = number
    }
    if (isEmptied) return write(place)
    if (entry === undefined || !isSamePlace(entry, previousPlace)) write(previousPlace)
    write(place, true)
  }, [isOn, place, initial.round, instanceId, latest])

  useBrowserLayoutEffect(() => {
    if (!isOn) return undefined
    const show = (entry: EntryPlace) => {
      shownPlace.current = entry
      latest.current.registration.goTo(entry)
    }
    const firstEntry = readEntryPlace(latest.current)
    if (firstEntry !== undefined) {
      depth.current = firstEntry.depth
      if (latest.current.noScript?.values === undefined && canShow(firstEntry, latest.current)) show(firstEntry)
    }
    const onPop = () => {
      const { step, back } = latest.current.flow
      const entry = readEntryPlace(latest.current)
      if (entry === undefined) return
      const isEarlier = entry.depth < depth.current
      depth.current = entry.depth
      if (step.type === 'sending') return
      const isOver = step.type === 'answer' || step.type === 'outcome-unknown'
      if (!isOver && canShow(entry, latest.current)) {
        if (step.type === 'not-sent') back()
        show(entry)
      }
      // No earlier step can be shown: leave the form.
      else if (isEarlier && readEntry(answerMember, instanceId) === undefined) history.go(-1 - entry.depth)
    }
    window.addEventListener('popstate', onPop)
    return () => window.removeEventListener('popstate', onPop)
  }, [isOn, instanceId, latest])

  const at = flow.step.type === 'form' ? place.at : undefined
  const announcedStep = useRef(at)
  useEffect(() => {
    if (announcedStep.current === at) return
    announcedStep.current = at
    if (at !== undefined && steps.length > 1) {
      emit('onStep', { step: at, number: steps.indexOf(at) + 1, total: steps.length })
    }
  }, [at, steps, emit])
}

function readEntryPlace({ instanceId, registration: { steps } }: StepHistoryDeps): EntryPlace | undefined {
  const entry = readEntry(member, instanceId)
  if (typeof entry !== 'object' || entry === null || !('at' in entry) || !('depth' in entry)) return undefined
  const at = steps.find((step) => step === entry.at)
  const isChange = 'isChange' in entry && entry.isChange === true
  return at === undefined ? undefined : { at, isChange, depth: Number(entry.depth) }
}

const isSamePlace = (a: FormPlace, b: FormPlace): boolean =>
  a.at === b.at && (a.isChange ?? false) === (b.isChange ?? false)

/** Whether each earlier step has a value: its input may be lost after a reload. */
function canShow({ at }: EntryPlace, { root, registration: { form, steps } }: StepHistoryDeps): boolean {
  return steps.slice(0, steps.indexOf(at)).every((step) => {
    const stepFields = getStepFields(step, steps)
    // Other screens have no controls.
    return textFields.some(
      (field) => stepFields.includes(field) && (getControl(field, root.current)?.value ?? form.getValues(field)) !== '',
    )
  })
}
