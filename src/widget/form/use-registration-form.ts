/** The form's values and what is wrong with them: the form library, our schema, and what the service refused. */
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { type FieldError, type Resolver, type UseFormReturn, useForm } from 'react-hook-form'
import type { ValidationError } from '../../contract/validation-error.ts'
import { useLatest } from '../effects.ts'
import type { Words } from '../messages/catalogue.ts'
import type { PlainForm, Prefill } from '../options.ts'
import { dayOf } from './birth-date.ts'
import type { ShownWording } from './consent.tsx'
import { fieldsInOrder } from './field-order.ts'
import { emptyValues, type FormField, type FormValues } from './fields.ts'
import { errorOf, errorsIn, type Findings, type FormProblem, problemsIn } from './form-errors.ts'
import { checkValues, formSchema } from './form-schema.ts'
import { readPrefill, warnOfUnusable } from './prefill.ts'
import { readRefusal } from './server-errors.ts'

/** What {@link useRegistrationForm} needs. */
export interface RegistrationFormDeps {
  /** The page's values to begin with. Later ones change nothing by themselves: see the handle's `setPrefill`. */
  prefill: Prefill | undefined
  /** What a server that rendered the form was sent, in place of a prefill, and what it has found wrong with it. */
  plain: PlainForm | undefined
  /** What is on the screen: nothing may be sent before the voter has seen it (R-A12). */
  wording: Readonly<RefObject<ShownWording | undefined>>
  /** The form's texts: what is wrong is listed in the order of their language. */
  words: Words
  /** The voter's clock. */
  now: () => Date
}

/** What {@link useRegistrationForm} gives. */
export interface RegistrationFormState {
  form: UseFormReturn<FormValues>
  /** What the form began with, and how often it has begun anew. */
  initial: { values: FormValues; round: number }
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
  /** Empties the form, but for the page's latest prefill. */
  begin: () => void
}

/** The form's state. What cannot be used of the page's prefill is warned of, once and by name. */
export function useRegistrationForm({
  prefill,
  plain,
  wording,
  words,
  now,
}: RegistrationFormDeps): RegistrationFormState {
  const latest = useLatest(prefill)
  const latestWords = useLatest(words)
  const [initial, setInitial] = useState(() => {
    const { values, unusable } = readPrefill(prefill ?? {})
    return { values: plain?.values ?? { ...emptyValues, ...values }, unusable, round: 0 }
  })
  const { unusable } = initial
  const isWarned = useRef(false)
  useEffect(() => {
    if (isWarned.current || unusable.length === 0) return
    isWarned.current = true
    warnOfUnusable(unusable)
  }, [unusable])

  const [served] = useState(
    () => plain?.found && { problems: problemsIn(plain.found, fieldsInOrder(words)), errors: errorsIn(plain.found) },
  )
  const [problems, setProblems] = useState<readonly FormProblem[]>(served?.problems ?? [])
  const wasRefused = useRef(served !== undefined)
  const [{ refused, resolver }] = useState(() => createResolver(wording, now))
  const form = useForm<FormValues>({
    defaultValues: initial.values,
    ...(served !== undefined && { errors: served.errors }),
    resolver,
    // We decide ourselves when a field is checked again: when the voter leaves it, and never before the first refusal.
    mode: 'onSubmit',
    reValidateMode: 'onSubmit',
    // The summary takes the focus.
    shouldFocusError: false,
  })

  const controls = useMemo(() => {
    const show = (found: Findings): FormField[] => {
      wasRefused.current = true
      const order = fieldsInOrder(latestWords.current)
      setProblems(problemsIn(found, order))
      return order.filter((field) => found.fields[field] !== undefined)
    }
    const refuse = (found: Findings): FormField[] => {
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
        if (wasRefused.current) void form.trigger([...fields])
      },
      check: async () => {
        refused.clear()
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
        return checked
      },
      refuse: (errors: ValidationError) => refuse(readRefusal(errors)),
      refuseConsent: () => {
        form.setValue('agree', false)
        refuse({ fields: { agree: ['wordingChanged'] }, others: [] })
      },
      begin: () => {
        wasRefused.current = false
        refused.clear()
        setProblems([])
        const { values, unusable: names } = readPrefill(latest.current ?? {})
        const fresh = { ...emptyValues, ...values }
        setInitial((before) => ({ values: fresh, unusable: names, round: before.round + 1 }))
        form.reset(fresh)
      },
    }
  }, [form, refused, latest, latestWords])
  return { form, initial, problems, ...controls }
}

/** Finds what is wrong with the form's values: by our schema, and by what the service has said of them. */
function createResolver(wording: RegistrationFormDeps['wording'], now: () => Date) {
  const schema = formSchema(() => dayOf(now()))
  /** Values that the service refused, and its words for them: they stand until the value changes or is sent again. */
  const refused = new Map<FormField, { value: FormValues[FormField]; error: FieldError }>()

  const resolver: Resolver<FormValues> = (values) => {
    const whole = withBoxes(values)
    const errors = errorsIn(checkValues(whole, schema))
    if (wording.current === undefined) errors.agree = errorOf(['wordingNotShown'])
    for (const [field, { value, error }] of refused) if (whole[field] === value) errors[field] ??= error
    return Object.keys(errors).length > 0 ? { values: {}, errors } : { values: whole, errors: {} }
  }
  return { refused, resolver }
}

type Boxes = Pick<FormValues, 'agree' | 'subscriber'>

/** The values of the form: a box that is not on the screen has none. */
function withBoxes({ agree = false, subscriber = false, ...rest }: Omit<FormValues, keyof Boxes> & Partial<Boxes>) {
  return { ...rest, agree, subscriber }
}
