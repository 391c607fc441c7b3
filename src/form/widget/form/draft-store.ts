/** Saves what the voter typed as a draft, and restores it: after a reload, Back and Forward, and in a restored tab with
 *  `persistDraft`; without it where a library puts the element on the page again. Never consent, and nothing in kiosk mode. */
import { type RefObject, useCallback, useEffect, useRef } from 'react'
import { useBrowserLayoutEffect, useLatest } from '../effects.ts'
import type { Step } from '../flow/flow-reducer.ts'
import type { InternalFormProps } from '../voter-registration-props.ts'
import { consentFields, type FormField, type FormValues, getControl, textFields } from './fields.ts'
import type { RegistrationFormState } from './use-registration-form.ts'

/** Texts by field, as typed. */
export type Draft = ReadonlyMap<string, string>

const prefix = 'voter-registration:'

const memory: Record<string, string> = {}

/** How long each storage keeps a draft after its last change, in milliseconds. Its records may be missing or forbidden. */
const storages = {
  memory: { lifetimeMs: 15 * 60_000, getRecords: () => memory },
  tab: { lifetimeMs: 30 * 60_000, getRecords: (): Record<string, string> => sessionStorage },
}

type DraftStorage = (typeof storages)['tab']

const usedKeys = new Set<string>()

/** `names` tell the forms of a page apart. Forms with the same names have a draft each, in the order in which they open it. */
function openDraftStore(storage: DraftStorage, names: readonly string[]) {
  const base = prefix + [location.pathname, ...names].join(' ')
  let key = base
  for (let number = 2; usedKeys.has(key); number++) key = `${base} ${number}`
  usedKeys.add(key)
  let expiry: ReturnType<typeof setTimeout> | undefined
  return {
    /** Returns an empty draft when there is none, or it is too old. */
    read: (): Draft => readDraft(storage, key) ?? new Map(),
    /** Replaces it, and begins its time. */
    write(values: FormValues) {
      const texts = textFields.map((field) => [field, values[field]])
      const record = JSON.stringify({ at: Date.now(), ...Object.fromEntries(texts) })
      withRecords(storage, (records) => Object.assign(records, { [key]: record }))
      clearTimeout(expiry)
      // The page may stay open long after it, with the form or without.
      expiry = setTimeout(clearDrafts, storage.lifetimeMs)
    },
    clear: () => withRecords(storage, (records) => Reflect.deleteProperty(records, key)),
    /** Leaves the key to the next form; what is stored stays. */
    release: () => void usedKeys.delete(key),
  }
}

/** Removes the drafts that are too old, of all forms; every draft on a device that many voters share. */
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

/** Returns `undefined` for what is not readable, or too old. */
function readDraft(storage: DraftStorage, key: string): Draft | undefined {
  const record = withRecords(storage, (records): unknown => JSON.parse(records[key] ?? 'null'))
  if (typeof record !== 'object' || record === null) return undefined
  const values = new Map<string, unknown>(Object.entries(record))
  const age = Date.now() - Number(values.get('at'))
  // A clock that was put back must not make it stay.
  if (!(age >= 0 && age < storage.lifetimeMs)) return undefined
  return new Map(
    textFields.flatMap((field) => {
      const text = values.get(field)
      return typeof text === 'string' ? [[field, text]] : []
    }),
  )
}

/** A browser may have no storage, or forbid it: some throw, in some it is `null`. Another program may have written into it. */
function withRecords<Result>(storage: DraftStorage, task: (records: Record<string, string>) => Result) {
  try {
    return task(storage.getRecords())
  } catch {
    return undefined
  }
}

/** Puts earlier values into the form: as typed by the voter, not as filled in by the page. */
export function restoreValues({ form, filled }: Pick<RegistrationFormState, 'form' | 'filled'>, values: Draft): void {
  for (const field of textFields) {
    const text = values.get(field)
    if (text === undefined || text === form.getValues(field)) continue
    form.setValue(field, text)
    filled.delete(field)
  }
}

export interface DraftDeps {
  root: Readonly<RefObject<HTMLElement | null>>
  registration: Pick<RegistrationFormState, 'form' | 'initial' | 'filled'>
  isKiosk: boolean
  step: Step
  hasStarted: Readonly<RefObject<boolean>>
  onStart: () => void
}

/** Writes the draft at each change, and what was posted before, as long as nothing is sent: into the tab's storage where the
 *  page has that on, else into memory where the element may come back. Restores earlier values before the first paint, or when
 *  a server's form is hydrated. What the voter typed last wins: first what a field shows in place of its initial value, then
 *  what was typed into the first screen before its program, then the draft. What was posted comes in place of an older draft.
 *  Returns `clear`, and `readFields`: call it before the form is validated. */
export function useDraft(props: InternalFormProps, deps: DraftDeps) {
  const { root, registration, isKiosk, step, hasStarted, onStart } = deps
  const { persistDraft = false, apiBase, partner = '', comesBack, typedBefore, noScript } = props
  const { form } = registration
  const latest = useLatest({ typedBefore, registration })
  const store = useRef<ReturnType<typeof openDraftStore>>(undefined)
  const clear = useCallback(() => store.current?.clear(), [])
  // While it is sent, it may have arrived; an answer has it already.
  const isUnsent = step.type === 'form' || step.type === 'not-sent'
  const isPosted = noScript?.values !== undefined
  const write = useLatest(() => {
    if ((isPosted || hasStarted.current) && isUnsent) store.current?.write(form.getValues())
  })

  useBrowserLayoutEffect(() => {
    clearDrafts(isKiosk)
    const { registration: given } = latest.current
    const isStored = !isKiosk && (persistDraft || comesBack !== undefined)
    const opened = isStored ? openDraftStore(storages[persistDraft ? 'tab' : 'memory'], [apiBase, partner]) : undefined
    store.current = opened
    const draft = isPosted ? undefined : opened?.read()
    const earlier = new Map([...(draft ?? []), ...(latest.current.typedBefore?.() ?? [])])
    for (const [field, text] of readControls(root.current)) {
      if (text !== given.initial.values[field]) earlier.delete(field)
    }
    restoreValues(given, earlier)
    return () => {
      opened?.release()
      if (persistDraft) return
      // What a page itself takes away is gone.
      if (comesBack?.() === true) write.current()
      else opened?.clear()
    }
  }, [persistDraft, isKiosk, apiBase, partner, comesBack, isPosted, root, latest, write])
  useBrowserLayoutEffect(() => {
    if (isUnsent) write.current()
    else clear()
  }, [isUnsent, write, clear])

  /** Reads fields that changed without an event. Clears a restored checkbox unless just pressed: consent is given again. */
  const readFields = ({ target }: { target: EventTarget | null }) => {
    for (const field of consentFields) {
      const box = getControl(field, root.current)
      if (box && box !== target) box.checked = form.getValues(field) === true
    }
    // An empty field never replaces a known value.
    const controlValues = [...readControls(root.current)].filter(([, text]) => text !== '')
    restoreValues(registration, new Map(controlValues))
    if (controlValues.some(([field, text]) => text !== registration.initial.values[field])) onStart()
  }
  const latestRead = useLatest(readFields)
  useEffect(() => {
    const { initial } = latest.current.registration
    if (textFields.some((field) => form.getValues(field) !== initial.values[field])) onStart()
    // No event fires for what was typed before our script ran.
    const onChange = () => write.current()
    onChange()
    const onShow = (event: PageTransitionEvent) => {
      // Kiosk mode has emptied the form: the fields still show what the voter before has typed.
      if (!isKiosk || !event.persisted) latestRead.current(event)
    }
    window.addEventListener('pageshow', onShow)
    const unsubscribe = form.subscribe({ formState: { values: true }, callback: onChange })
    return () => {
      window.removeEventListener('pageshow', onShow)
      unsubscribe()
    }
  }, [form, isKiosk, latest, write, latestRead, onStart])
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
