/** The form's values and errors: combines the form library, our schema, and the service's refusal. */
import { type Dispatch, type RefObject, type SetStateAction, useEffect, useMemo, useRef, useState } from 'react'
import { type FieldError, type Resolver, type UseFormReturn, useForm } from 'react-hook-form'
import type { Clock } from '../../../contract/clock.ts'
import type { ValidationError } from '../../../contract/service-messages.ts'
import { useLatest } from '../effects.ts'
import type { Words } from '../messages/catalogue.ts'
import type { Prefill } from '../options.ts'
import type { PlainForm } from '../voter-registration-props.ts'
import { dayOf } from './birth-date.ts'
import type { ShownWording } from './consent.tsx'
import { fieldsInOrder } from './field-order.ts'
import { emptyValues, type FormField, type FormValues, formFields } from './fields.ts'
import type { FilledValues } from './filled-values.ts'
import { errorOf, errorsIn, type FormErrors, type FormProblem, problemsIn } from './form-errors.ts'
import { checkValues, formSchema } from './form-schema.ts'
import { readPrefill, warnAboutUnusable } from './prefill.ts'
import { readServerErrors } from './server-errors.ts'
import { type FormSteps, findStep } from './steps.ts'

export interface RegistrationFormDeps {
  /** The page's initial values. Later ones have no effect by themselves: see the handle's `setPrefill`. */
  prefill: Prefill
  plain: PlainForm | undefined
  draft: FormValues | undefined
  /** The wording on the screen: nothing may be sent before the voter has seen it (R-A12). */
  wording: Readonly<RefObject<ShownWording | undefined>>
  words: Words
  steps: FormSteps
  clock: Clock
}

export interface RegistrationFormState extends FormSteps {
  form: UseFormReturn<FormValues>
  /** Validates the fields of the step that is on the screen; returns those with errors. */
  checkStep: () => Promise<FormField[]>
  /** The initial values, and how often the form was reset. */
  initial: { values: FormValues; round: number }
  /** The values that the voter has not typed. The same object always. */
  filled: FilledValues
  problems: readonly FormProblem[]
  /** Validates fields again, if they have been validated once: before, no error appears. */
  checkAgain: (fields: readonly FormField[]) => void
  /** Validates all fields; returns the values, or the fields with errors. */
  check: () => Promise<{ ok: true; values: FormValues } | { ok: false; fields: FormField[] }>
  refuse: (errors: ValidationError) => FormField[]
  refuseConsent: () => void
  begin: (from: { values?: FormValues; prefill?: Prefill | undefined }) => void
}

export function useRegistrationForm(deps: RegistrationFormDeps): RegistrationFormState {
  const { prefill, plain, draft, wording, words, steps, clock } = deps
  const [initial, setInitial] = useState(() => {
    const { values, unusable } = readPrefill(prefill)
    return { values: plain?.values ?? draft ?? { ...emptyValues, ...values }, unusable, round: 0 }
  })
  const [filled] = useState(() => ((plain?.values ?? draft) ? new Map() : filledBy(prefill)))
  const { unusable } = initial
  const isWarned = useRef(false)
  useEffect(() => {
    if (isWarned.current || unusable.length === 0) return
    isWarned.current = true
    warnAboutUnusable(unusable)
  }, [unusable])

  const [served] = useState(
    () => plain?.found && { problems: problemsIn(plain.found, fieldsInOrder(words)), errors: errorsIn(plain.found) },
  )
  const [problems, setProblems] = useState<readonly FormProblem[]>(served?.problems ?? [])
  const [{ refused, year, resolver }] = useState(() => createResolver(wording, clock, plain?.sureYear))
  const form = useForm<FormValues>({
    defaultValues: initial.values,
    ...(served !== undefined && { errors: served.errors }),
    resolver,
    // We decide when a field is validated again: when the voter leaves it, and never before its first validation.
    mode: 'onSubmit',
    reValidateMode: 'onSubmit',
    // The summary takes the focus.
    shouldFocusError: false,
  })
  const [judged] = useState(() => new Set(served === undefined ? [] : steps.stepFields))
  const latest = useLatest({ words, steps })
  const controls = useMemo(
    () => createControls({ form, filled, refused, year, judged, latest, setProblems, setInitial }),
    [form, filled, refused, year, judged, latest],
  )
  return { form, initial, filled, problems, ...steps, ...controls }
}

const filledBy = (prefill: Prefill): FilledValues => {
  const { values } = readPrefill(prefill)
  return new Map(formFields.flatMap((field) => (values[field] === undefined ? [] : [[field, values[field]]])))
}

interface ControlParts extends Pick<RegistrationFormState, 'form' | 'filled'> {
  refused: ReturnType<typeof createResolver>['refused']
  year: ReturnType<typeof createResolver>['year']
  /** The fields that have been validated once: only these are validated again when the voter leaves them. */
  judged: Set<FormField>
  latest: Readonly<RefObject<Pick<RegistrationFormDeps, 'words' | 'steps'>>>
  setProblems: Dispatch<SetStateAction<readonly FormProblem[]>>
  setInitial: Dispatch<SetStateAction<RegistrationFormState['initial'] & { unusable: string[] }>>
}

function createControls(parts: ControlParts) {
  const { form, filled, refused, year, judged, latest, setProblems, setInitial } = parts
  const show = (found: FormErrors): FormField[] => {
    for (const field of formFields) judged.add(field)
    const { words, steps } = latest.current
    const order = fieldsInOrder(words)
    setProblems(problemsIn(found, order))
    const wrong = order.filter((field) => found.fields[field] !== undefined)
    const [first] = wrong
    if (first !== undefined && !wrong.some((field) => steps.stepFields.includes(field))) {
      steps.goTo({ at: findStep(first, steps.steps) })
    }
    return wrong
  }
  /** Keeps the year that a press has just asked about: the next press with the same one is the answer. */
  const askedAbout = () => {
    if (form.getFieldState('birthYear').error?.message === 'yearDoubtful') year.asked = form.getValues('birthYear')
  }
  const refuse = (found: FormErrors): FormField[] => {
    const wrong = show(found)
    for (const field of wrong) {
      const error = errorOf(found.fields[field] ?? [])
      refused.set(field, { value: form.getValues(field), error })
      form.setError(field, error)
    }
    return wrong
  }
  return {
    checkAgain: (fields: readonly FormField[]) => {
      const again = fields.filter((field) => judged.has(field))
      if (again.length > 0) void form.trigger(again)
    },
    checkStep: async () => {
      const { words, steps } = latest.current
      const fields = steps.stepFields
      for (const field of fields) {
        judged.add(field)
        refused.delete(field)
      }
      year.sure = year.asked
      await form.trigger([...fields])
      if (fields.includes('birthYear')) askedAbout()
      const errors = fields.flatMap((field) => {
        const { error } = form.getFieldState(field)
        return error === undefined ? [] : [[field, [error.message ?? '']] as const]
      })
      const found = problemsIn({ fields: Object.fromEntries(errors), others: [] }, fieldsInOrder(words))
      // The service's errors of other steps are shown at those steps.
      const isElsewhere = ({ field }: FormProblem) => field !== undefined && !fields.includes(field)
      setProblems((before) => [...found, ...before.filter(isElsewhere)])
      return errors.map(([field]) => field)
    },
    check: async () => {
      refused.clear()
      year.sure = year.asked
      let checked: Awaited<ReturnType<RegistrationFormState['check']>> = { ok: false, fields: [] }
      await form.handleSubmit(
        (values) => {
          setProblems([])
          checked = { ok: true, values }
        },
        (errors) => {
          const fields = Object.fromEntries(
            Object.entries(errors).map(([field, { message = '' }]) => [field, [message]]),
          )
          checked = { ok: false, fields: show({ fields, others: [] }) }
        },
      )()
      askedAbout()
      return checked
    },
    refuse: (errors: ValidationError) => refuse(readServerErrors(errors)),
    refuseConsent: () => {
      form.setValue('agree', false)
      refuse({ fields: { agree: ['wordingChanged'] }, others: [] })
    },
    begin: ({ values: before, prefill = {} }: Parameters<RegistrationFormState['begin']>[0]) => {
      judged.clear()
      refused.clear()
      // Values that were sent before have been confirmed.
      year.asked = before?.birthYear
      year.sure = year.asked
      setProblems([])
      const { goTo, steps } = latest.current.steps
      goTo({ at: steps[0] })
      const { values, unusable } = readPrefill(prefill)
      const fresh = before ?? { ...emptyValues, ...values }
      filled.clear()
      if (before === undefined) for (const [field, value] of filledBy(prefill)) filled.set(field, value)
      setInitial(({ round }) => ({ values: fresh, unusable, round: round + 1 }))
      form.reset(fresh)
    },
  }
}

/** Finds errors in the form's values: those of our schema, and those of the service. */
function createResolver(wording: RegistrationFormDeps['wording'], clock: Clock, asked: string | undefined) {
  /** The year of birth that the last press asked about, and the one that the voter has confirmed by pressing again. */
  const year = { asked, sure: asked }
  const schema = formSchema(
    () => dayOf(clock.now()),
    () => year.sure,
  )
  /** Values that the service refused, and its errors: they remain until the value changes or is sent again. */
  const refused = new Map<FormField, { value: FormValues[FormField]; error: FieldError }>()

  const resolver: Resolver<FormValues> = (values) => {
    const whole = withBoxes(values)
    const errors = errorsIn(checkValues(whole, schema))
    if (wording.current === undefined) errors.agree = errorOf(['wordingNotShown'])
    for (const [field, { value, error }] of refused) if (whole[field] === value) errors[field] ??= error
    return Object.keys(errors).length > 0 ? { values: {}, errors } : { values: whole, errors: {} }
  }
  return { refused, year, resolver }
}

type Boxes = Pick<FormValues, 'agree' | 'subscriber'>

/** Returns the form's values: the form library has none for a checkbox that is not on the screen. */
function withBoxes({ agree = false, subscriber = false, ...rest }: Omit<FormValues, keyof Boxes> & Partial<Boxes>) {
  return { ...rest, agree, subscriber }
}
