/** Saves the voter's input as a draft and restores it: with `persistDraft`, after a reload, Back and Forward, and in a restored
 *  tab; otherwise, when a library moves the element. Never saves consent, and nothing in kiosk mode. */
import { type RefObject, useCallback, useEffect, useRef } from 'react'
import { useIsomorphicLayoutEffect, useLatestRef } from '../effects.ts'
import type { Step } from '../flow/flow-reducer.ts'
import type { InternalFormProps } from '../voter-registration-props.ts'
import { consentFields, type FormField, type FormValues, getControl, textFields } from './fields.ts'
import type { RegistrationFormState } from './use-registration-form.ts'

/** Input by field. */
export type Draft = ReadonlyMap<string, string>

const prefix = 'voter-registration:'

const memory: Record<string, string> = {}

/** `lifetimeMs` counts from the last change. Access to the records may throw. */
const storages = {
  memory: { lifetimeMs: 15 * 60_000, getRecords: () => memory },
  tab: { lifetimeMs: 30 * 60_000, getRecords: (): Record<string, string> => sessionStorage },
}

type DraftStorage = (typeof storages)['tab']

const usedKeys = new Set<string>()

/** `names` identify a form on the page. Forms with equal names have separate drafts, in the order in which they open them. */
function openDraftStore(storage: DraftStorage, names: readonly string[]) {
  const base = prefix + [location.pathname, ...names].join(' ')
  let key = base
  for (let number = 2; usedKeys.has(key); number++) key = `${base} ${number}`
  usedKeys.add(key)
  let expiry: ReturnType<typeof setTimeout> | undefined
  return {
    /** Returns an empty draft if there is none, or it has expired. */
    read: (): Draft => readDraft(storage, key) ?? new Map(),
    /** Replaces the draft and restarts its lifetime. */
    write(values: FormValues) {
      const texts = textFields.map((field) => [field, values[field]])
      const record = JSON.stringify({ at: Date.now(), ...Object.fromEntries(texts) })
      withRecords(storage, (records) => Object.assign(records, { [key]: record }))
      clearTimeout(expiry)
      // The page may stay open for longer, with or without the form.
      expiry = setTimeout(clearDrafts, storage.lifetimeMs)
    },
    clear: () => withRecords(storage, (records) => Reflect.deleteProperty(records, key)),
    /** Releases the key for another form. The draft stays. */
    release: () => void usedKeys.delete(key),
  }
}

/** Removes expired drafts of all forms; in kiosk mode, all drafts. */
export function clearDrafts(isKiosk = false): void {
  for (const storage of Object.values(storages)) {
    withRecords(storage, (records) => {
      for (const key of Object.keys(records)) {
        const isOurs = key.startsWith(prefix)
        if (isOurs && (isKiosk || readDraft(storage, key) === undefined)) Reflect.deleteProperty(records, key)
      }
    })
  }
}

/** Returns `undefined` for an unreadable or expired draft. */
function readDraft(storage: DraftStorage, key: string): Draft | undefined {
  const record = withRecords(storage, (records): unknown => JSON.parse(records[key] ?? 'null'))
  if (typeof record !== 'object' || record === null) return undefined
  const values = new Map<string, unknown>(Object.entries(record))
  const age = Date.now() - Number(values.get('at'))
  // A clock that was set back must not extend the lifetime.
  if (!(age >= 0 && age < storage.lifetimeMs)) return undefined
  return new Map(
    textFields.flatMap((field) => {
      const text = values.get(field)
      return typeof text === 'string' ? [[field, text]] : []
    }),
  )
}

/** Storage may be missing, forbidden (some browsers throw, in some it is `null`), or have invalid content. */
function withRecords<Result>(storage: DraftStorage, task: (records: Record<string, string>) => Result) {
  try {
    return task(storage.getRecords())
  } catch {
    return undefined
  }
}

/** Restored values count as the voter's input, not as prefill. */
export function restoreValues(
  { form, prefilled }: Pick<RegistrationFormState, 'form' | 'prefilled'>,
  values: Draft,
): void {
  for (const field of textFields) {
    const text = values.get(field)
    if (text === undefined || text === form.getValues(field)) continue
    form.setValue(field, text)
    prefilled.delete(field)
  }
}

export interface DraftDeps {
  root: Readonly<RefObject<HTMLElement | null>>
  registration: Pick<RegistrationFormState, 'form' | 'initial' | 'prefilled'>
  isKiosk: boolean
  step: Step
  isDirty: Readonly<RefObject<boolean>>
  onFirstInput: () => void
}

/** Writes the draft at each change until the form is sent: to `sessionStorage` with `persistDraft`, else to memory if the element
 *  may be moved. Restores it before the first paint, or at hydration. The latest input wins: values in the fields, then input in
 *  the static first screen, then the draft. Posted values replace an older draft. Call `readFields` before validation. */
export function useDraft(props: InternalFormProps, deps: DraftDeps) {
  const { root, registration, isKiosk, step, isDirty, onFirstInput } = deps
  const { persistDraft = false, apiBase, partner = '', comesBack, typedBefore, noScript } = props
  const { form } = registration
  const latest = useLatestRef({ typedBefore, registration })
  const store = useRef<ReturnType<typeof openDraftStore>>(undefined)
  const clear = useCallback(() => store.current?.clear(), [])
  // While sending, the service may already have the values; an answer contains them.
  const isUnsent = step.type === 'form' || step.type === 'not-sent'
  const isPosted = noScript?.values !== undefined
  const write = useLatestRef(() => {
    if ((isPosted || isDirty.current) && isUnsent) store.current?.write(form.getValues())
  })

  useIsomorphicLayoutEffect(() => {
    clearDrafts(isKiosk)
    const { registration: currentRegistration } = latest.current
    const isStored = !isKiosk && (persistDraft || comesBack !== undefined)
    const draftStore = isStored
      ? openDraftStore(storages[persistDraft ? 'tab' : 'memory'], [apiBase, partner])
      : undefined
    store.current = draftStore
    const draft = isPosted ? undefined : draftStore?.read()
    const earlier = new Map([...(draft ?? []), ...(latest.current.typedBefore?.() ?? [])])
    for (const [field, text] of readControls(root.current)) {
      if (text !== currentRegistration.initial.values[field]) earlier.delete(field)
    }
    restoreValues(currentRegistration, earlier)
    return () => {
      draftStore?.release()
      if (persistDraft) return
      // If the page itself removes the element, the draft is lost.
      if (comesBack?.() === true) write.current()
      else draftStore?.clear()
    }
  }, [persistDraft, isKiosk, apiBase, partner, comesBack, isPosted, root, latest, write])
  useIsomorphicLayoutEffect(() => {
    if (isUnsent) write.current()
    else clear()
  }, [isUnsent, write, clear])

  /** Reads fields that changed without an event. Clears restored checkboxes, except the clicked one: consent is given each time. */
  const readFields = ({ target }: { target: EventTarget | null }) => {
    for (const field of consentFields) {
      const box = getControl(field, root.current)
      if (box && box !== target) box.checked = form.getValues(field) === true
    }
    // An empty field never replaces a value.
    const controlValues = [...readControls(root.current)].filter(([, text]) => text !== '')
    restoreValues(registration, new Map(controlValues))
    if (controlValues.some(([field, text]) => text !== registration.initial.values[field])) onFirstInput()
  }
  const latestRead = useLatestRef(readFields)
  useEffect(() => {
    const { initial } = latest.current.registration
    if (textFields.some((field) => form.getValues(field) !== initial.values[field])) onFirstInput()
    // No event fires for values typed before hydration.
    const onChange = () => write.current()
    onChange()
    const onShow = (event: PageTransitionEvent) => {
      // Kiosk mode has cleared the form, but the fields still show the previous voter's input.
      if (!isKiosk || !event.persisted) latestRead.current(event)
    }
    window.addEventListener('pageshow', onShow)
    const unsubscribe = form.subscribe({ formState: { values: true }, callback: onChange })
    return () => {
      window.removeEventListener('pageshow', onShow)
      unsubscribe()
    }
  }, [form, isKiosk, latest, write, latestRead, onFirstInput])
  return { clear, readFields }
}

function readControls(root: HTMLElement | null): ReadonlyMap<FormField, string> {
  return new Map(
    textFields.flatMap((field) => {
      const control = getControl(field, root)
      return control ? [[field, control.value] as const] : []
    }),
  )
}
