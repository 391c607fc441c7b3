/** Keeps what the voter types in the tab, and puts it back after a reload, by Back and Forward, and in a restored tab. */
import { type RefObject, useCallback, useEffect, useRef } from 'react'
import { useBrowserLayoutEffect, useLatest } from '../effects.ts'
import type { Step } from '../flow/flow-reducer.ts'
import type { InternalFormProps } from '../voter-registration-props.ts'
import { controlOf } from './fields.ts'
import { openTypedStorage, sweepTyped, type TypedStorage, type TypedTexts } from './typed-storage.ts'
import type { RegistrationFormState } from './use-registration-form.ts'

export interface KeptTypedDeps {
  root: Readonly<RefObject<HTMLElement | null>>
  registration: Pick<RegistrationFormState, 'form' | 'initial' | 'filled'>
  /** Whether many voters share this device: then nothing is kept, and what is there is removed. */
  isShared: boolean
  step: Step
  hasStarted: Readonly<RefObject<boolean>>
}

/** Its options. A form that begins with what was typed before, `plain` or `draft`, knows nothing older. */
type KeptTypedOptions = Pick<InternalFormProps, 'keepTyped' | 'partner' | 'plain' | 'draft'>

/**
 * Saves each change, and what was posted before, as long as nothing is sent. What is kept comes back before the first paint of a
 * form that a browser renders, and at the moment in which one from a server comes to life: only into fields that have not changed
 * since.
 *
 * @returns a function that forgets it
 */
export function useKeptTyped(options: KeptTypedOptions, deps: KeptTypedDeps): () => void {
  const { isShared, step, hasStarted } = deps
  const { keepTyped = false, partner } = options
  const { form } = deps.registration
  const latest = useLatest({ ...deps, isFilled: (options.plain?.values ?? options.draft) !== undefined })
  const storage = useRef<TypedStorage>(undefined)
  const forget = useCallback(() => storage.current?.forget(), [])
  // While it is sent, it may have arrived; an answer has it already.
  const isUnsent = step.type === 'form' || step.type === 'not-sent'
  const isPosted = options.plain?.values !== undefined
  const save = useLatest(() => {
    if ((isPosted || hasStarted.current) && isUnsent) storage.current?.save(form.getValues())
  })

  useBrowserLayoutEffect(() => {
    sweepTyped(isShared)
    if (!keepTyped || isShared) {
      forget()
      storage.current = undefined
      return undefined
    }
    const place = openTypedStorage(partner)
    storage.current = place
    if (!latest.current.isFilled) putBack(place.read(), latest.current)
    return place.release
  }, [keepTyped, isShared, partner, forget, latest])
  useBrowserLayoutEffect(() => {
    if (isUnsent) save.current()
    else forget()
  }, [isUnsent, save, forget])
  useEffect(() => {
    const onChange = () => save.current()
    // What was typed before our script ran is told by no event.
    onChange()
    return form.subscribe({ formState: { values: true }, callback: onChange })
  }, [form, save])
  return forget
}

function putBack(typed: TypedTexts, { root, registration: { form, initial, filled } }: KeptTypedDeps): void {
  for (const [field, text] of typed) {
    const now = controlOf(field, root.current)?.value
    if (now !== initial.values[field] || text === now) continue
    form.setValue(field, text)
    filled.delete(field)
  }
}
