/** The steps of the form and the review. Each is an entry of the browser's history, for Back and Forward. */
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useIsomorphicLayoutEffect, useLatestRef } from '../effects.ts'
import type { Step } from '../flow/flow-reducer.ts'
import { answerKey, getEntry, setEntry } from '../history-entry.ts'
import type { FormMessages } from '../messages/catalog.ts'
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

export interface FormPosition {
  step: FormStep
  field?: FormField | undefined
  /** Whether the voter edits a step from the review, and returns to it. */
  isChange?: boolean
}

export type FormSteps = ReturnType<typeof useFormSteps>

/** @param review whether the form ends with a review */
export function useFormSteps(layout: FormLayout | undefined, review: boolean | undefined) {
  const steps = useMemo(() => listSteps(layout, review), [layout, review])
  const [requestedPosition, goTo] = useState<FormPosition>({ step: steps[0] })
  // A page may change the layout while the form is mounted.
  const position = useMemo(
    () => (steps.includes(requestedPosition.step) ? requestedPosition : { step: steps[0] }),
    [requestedPosition, steps],
  )
  const { step } = position
  const stepFields = useMemo(() => getStepFields(step, steps), [step, steps])
  return {
    steps,
    position,
    goTo,
    /** The visible fields. Memoized. */
    stepFields,
    isFirstStep: step === steps[0],
    /** The last step has the consent and the submit button. */
    isLastStep: step === steps.at(-1),
    previousStep: position.isChange === true ? 'review' : steps[steps.indexOf(step) - 1],
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
export function describeStep(step: FormStep, steps: readonly FormStep[], t: FormMessages) {
  const name = step === 'page' ? t.form.heading : t.steps[step]
  const isCounted = step !== 'page' && steps.length > 2
  const progress = isCounted ? t.steps.progress({ number: steps.indexOf(step) + 1, total: steps.length }) : undefined
  return { progress, name, title: progress === undefined ? name : `${progress}: ${name}` }
}

const historyKey = 'voterRegistrationStep'

interface StepEntry {
  step: FormStep
  isChange: boolean
  /** Number of the form's entries before it. */
  depth: number
}

export interface StepHistoryDeps {
  root: Readonly<RefObject<HTMLElement | null>>
  instanceId: string
  registration: FormSteps & { form: UseFormReturn<FormValues>; initial: { resetCount: number } }
  flow: { step: Step; back: () => void }
  /** In kiosk mode nothing is written to the history. */
  isKiosk: boolean
  noScript: NoScriptForm | undefined
  emit: Emit
}

/** Adds an entry for each step, and shows the step of the entry that the voter opens. After a registration, and in a cleared
 *  form, Back opens the page before the form. Calls `onStep` for every visited step except the first one shown. */
export function useStepHistory(deps: StepHistoryDeps): void {
  const { instanceId, isKiosk, registration, flow, emit } = deps
  const { steps, position, initial } = registration
  const isEnabled = steps.length > 1 && !isKiosk
  const latest = useLatestRef(deps)
  const handledPosition = useRef(position)
  const shownPosition = useRef<FormPosition>(position)
  const resetCount = useRef(initial.resetCount)
  const depth = useRef(0)

  useIsomorphicLayoutEffect(() => {
    if (handledPosition.current === position) return
    handledPosition.current = position
    const previousPosition = shownPosition.current
    const isEmptied = resetCount.current !== initial.resetCount
    shownPosition.current = position
    resetCount.current = initial.resetCount
    if (!isEnabled || isSamePosition(previousPosition, position)) return
    const entry = getStepEntry(latest.current)
    if (entry !== undefined && isSamePosition(entry, position)) return
    const write = ({ step, isChange = false }: FormPosition, isNew = false) => {
      const number = depth.current + (isNew ? 1 : 0)
      if (setEntry({ historyKey, instanceId }, { step, isChange, depth: number }, isNew)) depth.current = number
    }
    if (isEmptied) return write(position)
    if (entry === undefined || !isSamePosition(entry, previousPosition)) write(previousPosition)
    write(position, true)
  }, [isEnabled, position, initial.resetCount, instanceId, latest])

  useIsomorphicLayoutEffect(() => {
    if (!isEnabled) return undefined
    const show = (entry: StepEntry) => {
      shownPosition.current = entry
      latest.current.registration.goTo(entry)
    }
    const firstEntry = getStepEntry(latest.current)
    if (firstEntry !== undefined) {
      depth.current = firstEntry.depth
      if (latest.current.noScript?.values === undefined && canShow(firstEntry, latest.current)) show(firstEntry)
    }
    const onPop = () => {
      const { step, back } = latest.current.flow
      const entry = getStepEntry(latest.current)
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
      else if (isEarlier && getEntry(answerKey, instanceId) === undefined) history.go(-1 - entry.depth)
    }
    window.addEventListener('popstate', onPop)
    return () => window.removeEventListener('popstate', onPop)
  }, [isEnabled, instanceId, latest])

  const visibleStep = flow.step.type === 'form' ? position.step : undefined
  const announcedStep = useRef(visibleStep)
  useEffect(() => {
    if (announcedStep.current === visibleStep) return
    announcedStep.current = visibleStep
    if (visibleStep !== undefined && steps.length > 1) {
      emit('onStep', { step: visibleStep, number: steps.indexOf(visibleStep) + 1, total: steps.length })
    }
  }, [visibleStep, steps, emit])
}

function getStepEntry({ instanceId, registration: { steps } }: StepHistoryDeps): StepEntry | undefined {
  const entry = getEntry(historyKey, instanceId)
  if (typeof entry !== 'object' || entry === null || !('step' in entry) || !('depth' in entry)) return undefined
  const formStep = steps.find((step) => step === entry.step)
  const isChange = 'isChange' in entry && entry.isChange === true
  return formStep === undefined ? undefined : { step: formStep, isChange, depth: Number(entry.depth) }
}

const isSamePosition = (a: FormPosition, b: FormPosition): boolean =>
  a.step === b.step && (a.isChange ?? false) === (b.isChange ?? false)

/** Whether each earlier step has a value: its input may be lost after a reload. */
function canShow({ step }: StepEntry, { root, registration: { form, steps } }: StepHistoryDeps): boolean {
  return steps.slice(0, steps.indexOf(step)).every((earlierStep) => {
    const stepFields = getStepFields(earlierStep, steps)
    // Other screens have no controls.
    return textFields.some(
      (field) => stepFields.includes(field) && (getControl(field, root.current)?.value ?? form.getValues(field)) !== '',
    )
  })
}
