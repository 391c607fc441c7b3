/** The form's values and what is wrong with them: the form library, our schema, and what the service refused. */
import { type RefObject, useCallback, useMemo, useRef, useState } from 'react'
import { type FieldError, type Resolver, type UseFormReturn, useForm } from 'react-hook-form'
import type { ValidationError } from '../contract/registration.ts'
import { dayOf } from './registration/birth-date.ts'
import type { FormProblem } from './registration/error-summary.tsx'
import { formFields, requestFieldOf } from './registration/fields.ts'
import { formSchema } from './registration/form-schema.ts'
import { emptyValues, type FormField, type FormValues } from './registration/form-values.ts'
import { decodeMessage, encodeMessage, type Message } from './registration/message.ts'
import { readRefusal } from './registration/refused.ts'
import type { ShownWording } from './shown-wording.ts'

/** What {@link useRegistrationForm} gives. */
export interface RegistrationFormState {
  form: UseFormReturn<FormValues>
  /** What the summary shows: what was wrong when the form was last sent. */
  problems: readonly FormProblem[]
  /** Whether the form has been refused once. */
  hasBeenRefused: () => boolean
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
 */
export function useRegistrationForm(
  initial: FormValues,
  wording: Readonly<RefObject<ShownWording | undefined>>,
  now: () => Date,
): RegistrationFormState {
  const [problems, setProblems] = useState<readonly FormProblem[]>([])
  const wasRefused = useRef(false)
  const remembered = useRef(new Map<FormField, Remembered>())

  const resolver = useMemo<Resolver<FormValues>>(() => {
    const schema = formSchema(() => dayOf(now()))
    return (values) => {
      // Boxes that are not on the screen have no value.
      const whole = { ...emptyValues, ...dropUndefined(values) }
      const errors: Partial<Record<FormField, FieldError>> = {}
      for (const { path, message } of schema.safeParse(whole).error?.issues ?? []) {
        const field = formFields.find((name) => name === path[0])
        if (field !== undefined) errors[field] ??= { type: 'custom', message }
      }
      if (wording.current === undefined) errors.agree = { type: 'custom', message: 'wordingNotShown' }
      for (const [field, { value, error }] of remembered.current) {
        if (whole[field] === value) errors[field] ??= error
      }
      return Object.keys(errors).length > 0 ? { values: {}, errors } : { values: whole, errors: {} }
    }
  }, [wording, now])

  const form = useForm<FormValues>({
    defaultValues: initial,
    resolver,
    // We decide ourselves when a field is checked again: when the voter leaves it, and never before the first refusal.
    mode: 'onSubmit',
    reValidateMode: 'onSubmit',
    shouldFocusError: false,
  })

  const refuseFields = useCallback(
    (byField: Partial<Record<FormField, Message[]>>, others: Message[]): FormField[] => {
      wasRefused.current = true
      const fields = formFields.filter((field) => byField[field] !== undefined)
      for (const field of fields) {
        const error = errorOf(byField[field] ?? [])
        for (const part of partsOf(field)) {
          remembered.current.set(part, { value: form.getValues(part), error })
          form.setError(part, error)
        }
      }
      setProblems([
        ...fields.flatMap((field) => (byField[field] ?? []).map((message) => ({ field, message }))),
        ...others.map((message) => ({ message })),
      ])
      return fields
    },
    [form],
  )

  return {
    form,
    problems,
    hasBeenRefused: useCallback(() => wasRefused.current, []),
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
          setProblems(problemsOf(wrong, (field) => errors[field]?.message ?? 'notUnderstood'))
          outcome = { ok: false, fields: wrong }
        },
      )()
      return outcome
    }, [form]),
    refuse: useCallback(
      (errors) => {
        const { byField, form: others } = readRefusal(errors)
        return refuseFields(byField, others)
      },
      [refuseFields],
    ),
    refuseConsent: useCallback(() => {
      form.setValue('agree', false)
      refuseFields({ agree: [{ code: 'wordingChanged' }] }, [])
    }, [form, refuseFields]),
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

function errorOf(messages: readonly Message[]): FieldError {
  const encoded = messages.map(encodeMessage)
  return { type: 'server', message: encoded[0] ?? 'notUnderstood', types: { server: encoded } }
}

/** The date of birth is refused as a whole. */
function partsOf(field: FormField): FormField[] {
  return requestFieldOf[field] === 'date_of_birth'
    ? formFields.filter((other) => requestFieldOf[other] === 'date_of_birth')
    : [field]
}

/** One entry for each thing that is wrong: what is wrong with several parts of a field leads to the first of them. */
function problemsOf(fields: readonly FormField[], messageOf: (field: FormField) => string): FormProblem[] {
  const seen = new Set<string>()
  return fields.flatMap((field) => {
    const message = messageOf(field)
    const key = `${requestFieldOf[field]} ${message}`
    if (seen.has(key)) return []
    seen.add(key)
    return [{ field, message: decodeMessage(message) }]
  })
}

function dropUndefined(values: FormValues): Partial<FormValues> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}
