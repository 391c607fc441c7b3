/** Values and errors of the form: combines react-hook-form, our schema, and the service's validation errors. */
import { type Dispatch, type RefObject, type SetStateAction, useEffect, useMemo, useRef, useState } from 'react'
import { type FieldError, type UseFormReturn, useForm } from 'react-hook-form'
import type { Clock } from '../../../contract/clock.ts'
import type { ValidationError } from '../../../contract/service-messages.ts'
import { useLatest } from '../effects.ts'
import type { Words } from '../messages/catalog.ts'
import type { Prefill } from '../options.ts'
import type { NoScriptForm } from '../voter-registration-props.ts'
import { toCalendarDay } from './birth-date.ts'
import type { ShownWording } from './consent.tsx'
import { orderFields } from './field-order.ts'
import { emptyValues, type FormField, type FormValues, formFields } from './fields.ts'
import { type FormErrors, type FormProblem, listProblems, toFieldError } from './form-errors.ts'
import { validateValues } from './form-schema.ts'
import { type FilledValues, parsePrefill, warnAboutPrefill } from './prefill.ts'
import { parseServerErrors } from './server-errors.ts'
import { type FormSteps, findStep } from './steps.ts'

export interface RegistrationFormDeps {
  /** Read on mount. Later changes need the handle's `setPrefill`. */
  prefill: Prefill
  noScript: NoScriptForm | undefined
  /** Nothing may be sent before the voter has seen the wording (R-A12). */
  wording: Readonly<RefObject<ShownWording | undefined>>
  words: Words
  steps: FormSteps
  clock: Clock
}

export interface RegistrationFormState extends FormSteps {
  form: UseFormReturn<FormValues>
  /** Validates the visible step; returns the invalid fields. */
  checkStep: () => FormField[]
  /** The initial values, and the number of resets. */
  initial: { values: FormValues; round: number }
  /** Always the same map. */
  filled: FilledValues
  problems: readonly FormProblem[]
  /** Validates fields again, but only those that have been validated before. */
  revalidate: (fields: readonly FormField[]) => void
  check: () => { ok: true; values: FormValues } | { ok: false; fields: FormField[] }
  refuse: (errors: ValidationError) => FormField[]
  refuseConsent: () => void
  begin: (from: { values?: FormValues; prefill?: Prefill | undefined }) => void
}

export function useRegistrationForm(deps: RegistrationFormDeps): RegistrationFormState {
  const { prefill, noScript, wording, words, steps, clock } = deps
  const [initial, setInitial] = useState(() => {
    const { values, invalidNames } = parsePrefill(prefill)
    return { values: noScript?.values ?? { ...emptyValues, ...values }, invalidNames, round: 0 }
  })
  const [filled] = useState(() => (noScript?.values ? new Map() : filledBy(prefill)))
  const { invalidNames } = initial
  const isWarned = useRef(false)
  useEffect(() => {
    if (isWarned.current || invalidNames.length === 0) return
    isWarned.current = true
    warnAboutPrefill(invalidNames)
  }, [invalidNames])

  const [served] = useState(
    () =>
      noScript?.found && {
        problems: listProblems(noScript.found, orderFields(words)),
        errors: toErrors(noScript.found),
      },
  )
  const [problems, setProblems] = useState<readonly FormProblem[]>(served?.problems ?? noProblems)
  const [{ refused, year, validate }] = useState(() => createValidation(wording, clock, noScript?.sureYear))
  const form = useForm<FormValues>({
    defaultValues: initial.values,
    ...(served !== undefined && { errors: served.errors }),
    resolver: (values) => ({ values: {}, errors: validate(values).errors }),
    // Fields are validated again on blur, by `revalidate`.
    mode: 'onSubmit',
    reValidateMode: 'onSubmit',
    // The summary takes the focus.
    shouldFocusError: false,
  })
  const [judged] = useState(() => new Set(served === undefined ? [] : steps.stepFields))
  const latest = useLatest({ words, steps })
  const controls = useMemo(
    () => createControls({ form, filled, refused, year, validate, judged, latest, setProblems, setInitial }),
    [form, filled, refused, year, validate, judged, latest],
  )
  return { form, initial, filled, problems, ...steps, ...controls }
}

const filledBy = (prefill: Prefill): FilledValues => {
  const { values } = parsePrefill(prefill)
  return new Map(formFields.flatMap((field) => (values[field] === undefined ? [] : [[field, values[field]]])))
}

const noProblems: readonly FormProblem[] = []

interface ControlParts extends Pick<RegistrationFormState, 'form' | 'filled'>, ReturnType<typeof createValidation> {
  /** Only these fields are validated again on blur. */
  judged: Set<FormField>
  latest: Readonly<RefObject<Pick<RegistrationFormDeps, 'words' | 'steps'>>>
  setProblems: Dispatch<SetStateAction<readonly FormProblem[]>>
  setInitial: Dispatch<SetStateAction<RegistrationFormState['initial'] & { invalidNames: string[] }>>
}

function createControls(parts: ControlParts) {
  const { form, filled, refused, year, validate, judged, latest, setProblems, setInitial } = parts
  const show = (found: FormErrors): FormField[] => {
    for (const field of formFields) judged.add(field)
    const { words, steps } = latest.current
    const order = orderFields(words)
    setProblems(listProblems(found, order))
    const wrong = order.filter((field) => found.fields[field] !== undefined)
    const [first] = wrong
    if (first !== undefined && !wrong.some((field) => steps.stepFields.includes(field))) {
      steps.goTo({ at: findStep(first, steps.steps) })
    }
    return wrong
  }
  const validateFields = (fields: readonly FormField[]) => {
    for (const field of fields) refused.delete(field)
    year.sure = year.asked
    const { values, errors } = validate(form.getValues())
    const wrong = fields.filter((field) => errors[field] !== undefined)
    // Submitting again with the same year confirms it.
    if (wrong.includes('birthYear') && errors.birthYear?.message === 'yearDoubtful') year.asked = values.birthYear
    // Avoids a render before the first submission.
    if (judged.size > 0) form.clearErrors([...fields])
    const found: FormErrors = { fields: {}, general: [] }
    for (const field of wrong) {
      form.setError(field, errors[field] ?? {})
      found.fields[field] = [errors[field]?.message ?? '']
    }
    return { values, wrong, found }
  }
  const refuse = (found: FormErrors): FormField[] => {
    const wrong = show(found)
    for (const field of wrong) {
      const error = toFieldError(found.fields[field] ?? [])
      refused.set(field, { value: form.getValues(field), error })
      form.setError(field, error)
    }
    return wrong
  }
  return {
    revalidate: (fields: readonly FormField[]) => {
      const again = fields.filter((field) => judged.has(field))
      if (again.length > 0) void form.trigger(again)
    },
    checkStep: () => {
      const { words, steps } = latest.current
      const { stepFields } = steps
      const { wrong, found } = validateFields(stepFields)
      for (const field of stepFields) judged.add(field)
      // Keep the service's errors for other steps.
      const isElsewhere = ({ field }: FormProblem) => field !== undefined && !stepFields.includes(field)
      setProblems((before) => [...listProblems(found, orderFields(words)), ...before.filter(isElsewhere)])
      return wrong
    },
    check: (): ReturnType<RegistrationFormState['check']> => {
      const { values, wrong, found } = validateFields(formFields)
      if (wrong.length > 0) return { ok: false, fields: show(found) }
      setProblems(noProblems)
      return { ok: true, values }
    },
    refuse: (errors: ValidationError) => refuse(parseServerErrors(errors)),
    refuseConsent: () => {
      form.setValue('agree', false)
      refuse({ fields: { agree: ['wordingChanged'] }, general: [] })
    },
    begin: ({ values: before, prefill = {} }: Parameters<RegistrationFormState['begin']>[0]) => {
      judged.clear()
      refused.clear()
      // The year of a sent registration was confirmed.
      year.asked = before?.birthYear
      year.sure = year.asked
      setProblems(noProblems)
      const { goTo, steps } = latest.current.steps
      goTo({ at: steps[0] })
      const { values, invalidNames } = parsePrefill(prefill)
      const fresh = before ?? { ...emptyValues, ...values }
      filled.clear()
      if (before === undefined) for (const [field, value] of filledBy(prefill)) filled.set(field, value)
      setInitial(({ round }) => ({ values: fresh, invalidNames, round: round + 1 }))
      form.reset(fresh)
    },
  }
}

type ErrorsByField = Partial<Record<FormField, FieldError>>

/** Combines the errors of `validateValues` and of the service. */
function createValidation(wording: RegistrationFormDeps['wording'], clock: Clock, asked: string | undefined) {
  /** The unlikely year of birth of the last submission, and the year that the voter confirmed by submitting again. */
  const year = { asked, sure: asked }
  /** Rejected values and the service's errors, which remain until the value changes or is sent again. */
  const refused = new Map<FormField, { value: FormValues[FormField]; error: FieldError }>()

  /** react-hook-form has no value for an unmounted checkbox. */
  const validate = ({ agree = false, subscriber = false, ...texts }: TypedValues) => {
    const values: FormValues = { ...texts, agree, subscriber }
    const errors = toErrors(validateValues(values, { today: toCalendarDay(clock.now()), confirmedYear: year.sure }))
    if (wording.current === undefined) errors.agree = toFieldError(['wordingNotShown'])
    for (const [field, { value, error }] of refused) if (values[field] === value) errors[field] ??= error
    return { values, errors }
  }
  return { refused, year, validate }
}

function toErrors({ fields }: FormErrors): ErrorsByField {
  const errors: ErrorsByField = {}
  for (const field of formFields) if (fields[field] !== undefined) errors[field] = toFieldError(fields[field])
  return errors
}

type Boxes = Pick<FormValues, 'agree' | 'subscriber'>
type TypedValues = Omit<FormValues, keyof Boxes> & Partial<Boxes>
