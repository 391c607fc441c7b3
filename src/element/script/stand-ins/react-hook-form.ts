/** Stands in for the package of this name in the script files, of which our form uses a tenth: values that live in the
 *  page's own controls, errors that a resolver finds, and whoever follows either. A test drives both side by side, and
 *  `.ci/tsconfig.stand-ins.json` compiles the form against this, so what is missing here fails there. */
import { useLayoutEffect, useState } from 'react'

/** What is wrong with a field. */
export interface FieldError {
  type: string
  message?: string
  types?: Record<string, string | boolean | string[] | undefined>
}

type Errors<Values> = Partial<Record<keyof Values, FieldError>>
type Name<Values> = keyof Values & string
type Control = HTMLInputElement | HTMLSelectElement

/** Says what is wrong with the values: no errors, nothing. */
export type Resolver<Values> = (values: Values) => Found<Values> | Promise<Found<Values>>

interface Found<Values> {
  values: Values | Record<string, never>
  errors: Errors<Values>
}

/** What followers of a form look at. */
export interface FormControl<Values> {
  values: Values
  errors: Errors<Values>
  followers: Set<() => void>
}

/** What a control needs to belong to a form. */
export interface Registered<Values> {
  name: Name<Values>
  onChange: (event: object) => void
  onBlur: (event: object) => void
  ref: (control: Control | null) => void
}

/** The part of the package's form that ours uses. */
export interface UseFormReturn<Values> {
  control: FormControl<Values>
  register: (name: Name<Values>) => Registered<Values>
  getValues: { (): Values; <Field extends keyof Values>(name: Field): Values[Field] }
  setValue: <Field extends keyof Values>(name: Field, value: Values[Field], options?: { shouldDirty: boolean }) => void
  setError: (name: keyof Values, error: FieldError) => void
  clearErrors: () => void
  trigger: (names: readonly (keyof Values)[]) => Promise<boolean>
  handleSubmit: (
    onValid: (values: Values) => unknown,
    onInvalid: (errors: Errors<Values>) => unknown,
  ) => () => Promise<void>
  reset: (values: Values) => void
}

/** The package's settings that ours uses: the form checks when it is told to, and moves no focus. */
export interface Settings<Values> {
  defaultValues: Values
  /** What a server has found wrong. */
  errors?: Errors<Values>
  resolver: Resolver<Values>
  mode: 'onSubmit'
  reValidateMode: 'onSubmit'
  shouldFocusError: false
}

/** A form for as long as the component lives. */
export function useForm<Values extends object>(settings: Settings<Values>): UseFormReturn<Values> {
  const { resolver } = settings
  const [{ form, settle }] = useState(() => createForm(settings))
  useLayoutEffect(() => settle(resolver), [settle, resolver])
  return form
}

/** The values of one field or of several, as they change. */
export function useWatch<Values, Field extends keyof Values>(of: {
  control: FormControl<Values>
  name: Field
}): Values[Field]
export function useWatch<Values, const Fields extends readonly (keyof Values)[]>(of: {
  control: FormControl<Values>
  name: Fields
}): { -readonly [At in keyof Fields]: Values[Fields[At]] }
export function useWatch<Values>(of: {
  control: FormControl<Values>
  name: keyof Values | readonly (keyof Values)[]
}): unknown {
  const values = useMembers(of, 'values')
  return Array.isArray(of.name) ? values : values[0]
}

/** What is wrong with one field or with several, as it changes. */
export function useFormState<Values>(of: {
  control: FormControl<Values>
  name: keyof Values | readonly (keyof Values)[]
  exact: true
}): { errors: Errors<Values> } {
  const errors = useMembers(of, 'errors')
  return { errors: Object.fromEntries(namesOf(of.name).map((name, index) => [name, errors[index]])) as Errors<Values> }
}

function namesOf<Field>(name: Field | readonly Field[]): readonly Field[] {
  return Array.isArray(name) ? (name as readonly Field[]) : [name as Field]
}

/** Follows some of the form's values or errors: renders anew only when one of them is another. Which they are is said
 *  once. */
function useMembers<Values>(
  { control, name }: { control: FormControl<Values>; name: keyof Values | readonly (keyof Values)[] },
  what: 'values' | 'errors',
): unknown[] {
  const [names] = useState(() => namesOf(name))
  const [members, setMembers] = useState<unknown[]>(() => names.map((one) => control[what][one]))
  useLayoutEffect(() => {
    const follow = () =>
      setMembers((before) => {
        const now = names.map((one) => control[what][one])
        return now.every((member, index) => member === before[index]) ? before : now
      })
    // Something may have changed between the rendering and this.
    follow()
    control.followers.add(follow)
    return () => {
      control.followers.delete(follow)
    }
  }, [control, what, names])
  return members
}

interface Created<Values> {
  form: UseFormReturn<Values>
  /** Says that a rendering is over, with the resolver of that rendering. */
  settle: (resolver: Resolver<Values>) => void
}

function createForm<Values extends object>({
  defaultValues,
  errors = {},
  resolver,
}: Settings<Values>): Created<Values> {
  const control: FormControl<Values> = { values: { ...defaultValues }, errors, followers: new Set() }
  const controls: Partial<Record<keyof Values, Control>> = {}
  const registered: Partial<Record<keyof Values, Registered<Values>>> = {}
  let latest = resolver
  // What was in a control before the first rendering was over, on a page that a server has rendered, the voter has typed.
  let isReady = false
  // What is found about values that are gone by then is not told.
  let round = 0

  const tell = () => {
    for (const follow of control.followers) follow()
  }
  const tellErrors = (now: Errors<Values>) => {
    control.errors = now
    tell()
  }
  const take = (name: keyof Values) => {
    const from = controls[name]
    if (from !== undefined) control.values[name] = read(from) as Values[typeof name]
  }

  const registering = (name: Name<Values>): Registered<Values> => {
    const onChange = () => {
      take(name)
      tell()
    }
    return {
      name,
      onChange,
      onBlur: onChange,
      ref(element) {
        if (element === null || controls[name] === element) return
        controls[name] = element
        if (isTicked(element) || (!isReady && isEdited(element))) take(name)
        else write(element, control.values[name])
      },
    }
  }

  const form: UseFormReturn<Values> = {
    control,
    // The same each time: a control is not let go and taken again on each rendering.
    register: (name) => (registered[name] ??= registering(name)),
    getValues: ((name?: keyof Values) =>
      name === undefined ? { ...control.values } : control.values[name]) as UseFormReturn<Values>['getValues'],
    setValue(name, value) {
      control.values[name] = value
      const into = controls[name]
      if (into !== undefined) write(into, value)
      tell()
    },
    setError: (name, error) => tellErrors({ ...control.errors, [name]: error }),
    clearErrors: () => tellErrors({}),
    async trigger(names) {
      const began = round
      const { errors: found } = await latest(control.values)
      if (began === round) {
        tellErrors({ ...control.errors, ...Object.fromEntries(names.map((name) => [name, found[name]])) })
      }
      return names.every((name) => found[name] === undefined)
    },
    handleSubmit: (onValid, onInvalid) => async () => {
      const began = round
      const { errors: found, values } = await latest(control.values)
      if (began !== round) return
      control.errors = found
      if (Object.keys(found).length === 0) {
        tell()
        await onValid({ ...(values as Values) })
      } else {
        await onInvalid({ ...found })
        if (began === round) tell()
      }
    },
    reset(values) {
      round++
      control.values = { ...values }
      for (const [name, into] of Object.entries(controls)) write(into as Control, values[name as keyof Values])
      tellErrors({})
    },
  }
  return {
    form,
    settle(now) {
      latest = now
      isReady = true
    },
  }
}

function isBox(control: Control): control is HTMLInputElement {
  return control.type === 'checkbox'
}

function read(control: Control): unknown {
  return isBox(control) ? control.checked : control.value
}

function write(control: Control, value: unknown): void {
  if (isBox(control)) control.checked = value === true
  else control.value = String(value)
}

function isTicked(control: Control): boolean {
  return isBox(control) && control.defaultChecked
}

/** Whether there is something else in it than it began with. */
function isEdited(control: Control): boolean {
  if (isBox(control)) return control.checked !== control.defaultChecked
  if (control instanceof HTMLInputElement) return control.value !== control.defaultValue
  const first = [...control.options].findIndex((option) => option.defaultSelected)
  return control.selectedIndex !== Math.max(0, first)
}
