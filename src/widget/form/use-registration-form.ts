/** The form's values and what is wrong with them: the form library, our schema, and what the service refused. */
import { zodResolver } from '@hookform/resolvers/zod'
import { type RefObject, useCallback, useRef, useState } from 'react'
import { type FieldError, type Resolver, type UseFormReturn, useForm } from 'react-hook-form'
import type { ValidationError } from '../../contract/validation-error.ts'
import type { ShownWording } from '../shown-wording.ts'
import type { FormProblem } from './error-summary.tsx'
import { formFields } from './fields.ts'
import { errorOf, errorsIn, type Findings, problemsIn } from './form-errors.ts'
import { formSchema } from './form-schema.ts'
import { emptyValues, type FormField, type FormValues } from './form-values.ts'
import { findingsOf, readRefusal } from './server-errors.ts'
import { dayOf } from './split-date.ts'

/** What {@link useRegistrationForm} gives. */
export interface RegistrationFormState {
  form: UseFormReturn<FormValues>
  /** What the summary shows: what was wrong when the form was last sent. */
  problems: readonly FormProblem[]
  /** Checks fields again, if the form has been refused once: before that, nothing nags. */
  checkAgain: (fields: readonly FormField[]) => void
  /** Checks everything; gives the values when nothing is wrong, else which fields are. */
  check: () => Promise<{ ok: true; values: FormValues } | { ok: false; fields: FormField[] }>
  /** Puts the service's refusal at its fields, and says which they are. */
  refuse: (errors: ValidationError) => FormField[]
  /** The wording has changed: the box must be ticked anew. */
  refuseConsent: () => void
  /** Empties the form, but for these values. */
  begin: (values: FormValues) => void
}

/**
 * @param initial what the form begins with
 * @param wording what is on the screen: nothing may be sent before the voter has seen it (R-A12)
 * @param now the voter's clock
 * @param served what a server that rendered the form has found wrong with it
 */
export function useRegistrationForm(
  initial: FormValues,
  wording: Readonly<RefObject<ShownWording | undefined>>,
  now: () => Date,
  served?: Findings,
): RegistrationFormState {
  const [problems, setProblems] = useState<readonly FormProblem[]>(() =>
    served === undefined ? [] : problemsIn(served),
  )
  const [servedErrors] = useState(() => (served === undefined ? undefined : errorsIn(served)))
  const wasRefused = useRef(served !== undefined)
  const remembered = useRef(new Map<FormField, Remembered>())

  const [checkValues] = useState(() => zodResolver(formSchema(() => dayOf(now()))))
  const resolver = useCallback<Resolver<FormValues>>(
    async (values, context, options) => {
      // Boxes that are not on the screen have no value.
      const whole = { ...emptyValues, ...dropUndefined(values) }
      const errors: Partial<Record<FormField, FieldError>> = (await checkValues(whole, context, options)).errors
      if (wording.current === undefined) errors.agree = { type: 'custom', message: 'wordingNotShown' }
      for (const [field, { value, error }] of remembered.current) {
        if (whole[field] === value) errors[field] ??= error
      }
      return Object.keys(errors).length > 0 ? { values: {}, errors } : { values: whole, errors: {} }
    },
    [checkValues, wording],
  )

  const form = useForm<FormValues>({
    defaultValues: initial,
    ...(servedErrors !== undefined && { errors: servedErrors }),
    resolver,
    // We decide ourselves when a field is checked again: when the voter leaves it, and never before the first refusal.
    mode: 'onSubmit',
    reValidateMode: 'onSubmit',
    shouldFocusError: false,
  })

  const find = useCallback(
    (findings: Findings): FormField[] => {
      wasRefused.current = true
      const fields = formFields.filter((field) => findings.fields[field] !== undefined)
      for (const field of fields) {
        const error = errorOf(findings.fields[field] ?? [])
        remembered.current.set(field, { value: form.getValues(field), error })
        form.setError(field, error)
      }
      const found = problemsIn(findings)
      setProblems(found)
      return found.flatMap(({ field }) => field ?? [])
    },
    [form],
  )

  return {
    form,
    problems,
    checkAgain: useCallback(
      (fields) => {
        if (wasRefused.current) void form.trigger([...fields])
      },
      [form],
    ),
    check: useCallback(async () => {
      remembered.current.clear()
      form.clearErrors()
      let outcome: Awaited<ReturnType<RegistrationFormState['check']>> = { ok: false, fields: [] }
      await form.handleSubmit(
        (values) => {
          setProblems([])
          outcome = { ok: true, values }
        },
        (errors) => {
          wasRefused.current = true
          const wrong = formFields.filter((field) => errors[field] !== undefined)
          const fields = Object.fromEntries(wrong.map((field) => [field, [errors[field]?.message ?? 'notUnderstood']]))
          setProblems(problemsIn({ fields, others: [] }))
          outcome = { ok: false, fields: wrong }
        },
      )()
      return outcome
    }, [form]),
    refuse: useCallback((errors) => find(findingsOf(readRefusal(errors))), [find]),
    refuseConsent: useCallback(() => {
      form.setValue('agree', false)
      find({ fields: { agree: ['wordingChanged'] }, others: [] })
    }, [form, find]),
    begin: useCallback(
      (values) => {
        wasRefused.current = false
        remembered.current.clear()
        setProblems([])
        form.reset(values)
      },
      [form],
    ),
  }
}

/** A value that the service refused, and its words for it: they stand until the value changes or is sent again. */
interface Remembered {
  value: FormValues[FormField]
  error: FieldError
}

function dropUndefined(values: FormValues): Partial<FormValues> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}
