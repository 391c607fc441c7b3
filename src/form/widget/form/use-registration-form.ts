/** Values and errors of the form: combines react-hook-form, our schema, and the service's validation errors. */
import { type Dispatch, type RefObject, type SetStateAction, useEffect, useMemo, useRef, useState } from 'react'
import { type FieldError, type UseFormReturn, useForm } from 'react-hook-form'
import type { Clock } from '../../../contract/clock.ts'
import type { ValidationError } from '../../../contract/service-messages.ts'
import { useLatestRef } from '../effects.ts'
import type { FormMessages } from '../messages/catalog.ts'
import type { Prefill } from '../options.ts'
import type { NoScriptForm } from '../voter-registration-props.ts'
import { toCalendarDay } from './birth-date.ts'
import type { ShownWording } from './consent.tsx'
import { orderFields } from './field-order.ts'
import { emptyValues, type FormField, type FormValues, formFields } from './fields.ts'
import { type FormErrors, type FormProblem, listProblems, toFieldError } from './form-errors.ts'
import { validateValues } from './form-schema.ts'
import { type PrefilledValues, parsePrefill, warnAboutPrefill } from './prefill.ts'
import { parseServerErrors } from './server-errors.ts'
import { type FormSteps, findStep } from './steps.ts'

export interface RegistrationFormDeps {
  /** Read on mount. Later changes need the handle's `setPrefill`. */
  prefill: Prefill
  noScript: NoScriptForm | undefined
  /** Nothing may be sent before the voter has seen the wording (R-A12). */
  wording: Readonly<RefObject<ShownWording | undefined>>
  t: FormMessages
  steps: FormSteps
  clock: Clock
}

export interface RegistrationFormState extends FormSteps {
  form: UseFormReturn<FormValues>
  /** Validates the visible step; returns the invalid fields. */
  validateStep: () => FormField[]
  /** The initial values, and the number of resets. */
  initial: { values: FormValues; resetCount: number }
  /** Always the same map. */
  prefilled: PrefilledValues
  problems: readonly FormProblem[]
  /** Validates fields again, but only those that have been validated before. */
  revalidate: (fields: readonly FormField[]) => void
  validateForm: () => { ok: true; values: FormValues } | { ok: false; fields: FormField[] }
  showServerErrors: (errors: ValidationError) => FormField[]
  requireNewConsent: () => void
  restart: (source: { values?: FormValues; prefill?: Prefill | undefined }) => void
}

export function useRegistrationForm(deps: RegistrationFormDeps): RegistrationFormState {
  const { prefill, noScript, wording, t, steps, clock } = deps
  const [initial, setInitial] = useState(() => {
    const { values, invalidNames } = parsePrefill(prefill)
    return { values: noScript?.values ?? { ...emptyValues, ...values }, invalidNames, resetCount: 0 }
  })
  const [prefilled] = useState(() => (noScript?.values ? new Map() : getPrefilledValues(prefill)))
  const { invalidNames } = initial
  const isWarned = useRef(false)
  useEffect(() => {
    if (isWarned.current || invalidNames.length === 0) return
    isWarned.current = true
    warnAboutPrefill(invalidNames)
  }, [invalidNames])

  const [initialErrors] = useState(
    () =>
      noScript?.found && {
        problems: listProblems(noScript.found, orderFields(t)),
        errors: toErrors(noScript.found),
      },
  )
  const [problems, setProblems] = useState<readonly FormProblem[]>(initialErrors?.problems ?? noProblems)
  const [{ serverErrors, yearCheck, validate }] = useState(() => createValidation(wording, clock, noScript?.sureYear))
  const form = useForm<FormValues>({
    defaultValues: initial.values,
    ...(initialErrors !== undefined && { errors: initialErrors.errors }),
    resolver: (values) => ({ values: {}, errors: validate(values).errors }),
    // Fields are validated again on blur, by `revalidate`.
    mode: 'onSubmit',
    reValidateMode: 'onSubmit',
    // The summary takes the focus.
    shouldFocusError: false,
  })
  const [validatedFields] = useState(() => new Set(initialErrors === undefined ? [] : steps.stepFields))
  const latest = useLatestRef({ t, steps })
  const actions = useMemo(
    () =>
      createFormActions({
        form,
        prefilled,
        serverErrors,
        yearCheck,
        validate,
        validatedFields,
        latest,
        setProblems,
        setInitial,
      }),
    [form, prefilled, serverErrors, yearCheck, validate, validatedFields, latest],
  )
  return { form, initial, prefilled, problems, ...steps, ...actions }
}

const getPrefilledValues = (prefill: Prefill): PrefilledValues => {
  const { values } = parsePrefill(prefill)
  return new Map(formFields.flatMap((field) => (values[field] === undefined ? [] : [[field, values[field]]])))
}

const noProblems: readonly FormProblem[] = []

interface FormActionDeps
  extends Pick<RegistrationFormState, 'form' | 'prefilled'>,
    ReturnType<typeof createValidation> {
  /** Only these fields are validated again on blur. */
  validatedFields: Set<FormField>
  latest: Readonly<RefObject<Pick<RegistrationFormDeps, 't' | 'steps'>>>
  setProblems: Dispatch<SetStateAction<readonly FormProblem[]>>
  setInitial: Dispatch<SetStateAction<RegistrationFormState['initial'] & { invalidNames: string[] }>>
}

function createFormActions(parts: FormActionDeps) {
  const { form, prefilled, serverErrors, yearCheck, validate, validatedFields, latest, setProblems, setInitial } = parts
  const show = (formErrors: FormErrors): FormField[] => {
    for (const field of formFields) validatedFields.add(field)
    const { t, steps } = latest.current
    const order = orderFields(t)
    setProblems(listProblems(formErrors, order))
    const invalidFields = order.filter((field) => formErrors.fields[field] !== undefined)
    const [first] = invalidFields
    if (first !== undefined && !invalidFields.some((field) => steps.stepFields.includes(field))) {
      steps.goTo({ step: findStep(first, steps.steps) })
    }
    return invalidFields
  }
  const validateFields = (fields: readonly FormField[]) => {
    for (const field of fields) serverErrors.delete(field)
    yearCheck.confirmed = yearCheck.questioned
    const { values, errors } = validate(form.getValues())
    const invalidFields = fields.filter((field) => errors[field] !== undefined)
    // Submitting again with the same year confirms it.
    if (invalidFields.includes('birthYear') && errors.birthYear?.message === 'yearDoubtful')
      yearCheck.questioned = values.birthYear
    // Avoids a render before the first submission.
    if (validatedFields.size > 0) form.clearErrors([...fields])
    const formErrors: FormErrors = { fields: {}, general: [] }
    for (const field of invalidFields) {
      form.setError(field, errors[field] ?? {})
      formErrors.fields[field] = [errors[field]?.message ?? '']
    }
    return { values, invalidFields, formErrors }
  }
  const setServerErrors = (formErrors: FormErrors): FormField[] => {
    const invalidFields = show(formErrors)
    for (const field of invalidFields) {
      const error = toFieldError(formErrors.fields[field] ?? [])
      serverErrors.set(field, { value: form.getValues(field), error })
      form.setError(field, error)
    }
    return invalidFields
  }
  return {
    revalidate: (fields: readonly FormField[]) => {
      const revalidatedFields = fields.filter((field) => validatedFields.has(field))
      if (revalidatedFields.length > 0) void form.trigger(revalidatedFields)
    },
    validateStep: () => {
      const { t, steps } = latest.current
      const { stepFields } = steps
      const { invalidFields, formErrors } = validateFields(stepFields)
      for (const field of stepFields) validatedFields.add(field)
      // Keep the service's errors for other steps.
      const isElsewhere = ({ field }: FormProblem) => field !== undefined && !stepFields.includes(field)
      setProblems((previous) => [...listProblems(formErrors, orderFields(t)), ...previous.filter(isElsewhere)])
      return invalidFields
    },
    validateForm: (): ReturnType<RegistrationFormState['validateForm']> => {
      const { values, invalidFields, formErrors } = validateFields(formFields)
      if (invalidFields.length > 0) return { ok: false, fields: show(formErrors) }
      setProblems(noProblems)
      return { ok: true, values }
    },
    showServerErrors: (errors: ValidationError) => setServerErrors(parseServerErrors(errors)),
    requireNewConsent: () => {
      form.setValue('agree', false)
      setServerErrors({ fields: { agree: ['wordingChanged'] }, general: [] })
    },
    restart: ({ values: previousValues, prefill = {} }: Parameters<RegistrationFormState['restart']>[0]) => {
      validatedFields.clear()
      serverErrors.clear()
      // The year of a sent registration was confirmed.
      yearCheck.questioned = previousValues?.birthYear
      yearCheck.confirmed = yearCheck.questioned
      setProblems(noProblems)
      const { goTo, steps } = latest.current.steps
      goTo({ step: steps[0] })
      const { values, invalidNames } = parsePrefill(prefill)
      const newValues = previousValues ?? { ...emptyValues, ...values }
      prefilled.clear()
      if (previousValues === undefined)
        for (const [field, value] of getPrefilledValues(prefill)) prefilled.set(field, value)
      setInitial(({ resetCount }) => ({ values: newValues, invalidNames, resetCount: resetCount + 1 }))
      form.reset(newValues)
    },
  }
}

type ErrorsByField = Partial<Record<FormField, FieldError>>

/** Combines the errors of `validateValues` and of the service. */
function createValidation(wording: RegistrationFormDeps['wording'], clock: Clock, questioned: string | undefined) {
  /** The unlikely year of birth of the last submission, and the year that the voter confirmed by submitting again. */
  const yearCheck = { questioned, confirmed: questioned }
  /** Rejected values and the service's errors, which remain until the value changes or is sent again. */
  const serverErrors = new Map<FormField, { value: FormValues[FormField]; error: FieldError }>()

  /** react-hook-form has no value for an unmounted checkbox. */
  const validate = ({ agree = false, subscriber = false, ...texts }: TypedValues) => {
    const values: FormValues = { ...texts, agree, subscriber }
    const errors = toErrors(
      validateValues(values, { today: toCalendarDay(clock.now()), confirmedYear: yearCheck.confirmed }),
    )
    if (wording.current === undefined) errors.agree = toFieldError(['wordingNotShown'])
    for (const [field, { value, error }] of serverErrors) if (values[field] === value) errors[field] ??= error
    return { values, errors }
  }
  return { serverErrors, yearCheck, validate }
}

function toErrors({ fields }: FormErrors): ErrorsByField {
  const errors: ErrorsByField = {}
  for (const field of formFields) if (fields[field] !== undefined) errors[field] = toFieldError(fields[field])
  return errors
}

type ConsentValues = Pick<FormValues, 'agree' | 'subscriber'>
type TypedValues = Omit<FormValues, keyof ConsentValues> & Partial<ConsentValues>
