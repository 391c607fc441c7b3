/** Context of the fields of a form. */
import { createContext, useCallback, useContext, useEffect, useRef, useSyncExternalStore } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { FormField, FormValues } from '../form/fields.ts'

export interface FieldContextValue {
  form: UseFormReturn<FormValues>
  /** For the first render, also on a server. */
  initial: FormValues
  /** Defers layout changes until the mouse button is released: see {@link useAfterPointerUp}. */
  afterPointerUp: (run: () => void) => void
  revalidate: (fields: readonly FormField[]) => void
  /** Whether a server rendered the form: then existing changes are the voter's. */
  isServerRendered: boolean
}

export const FieldContext = createContext<FieldContextValue | undefined>(undefined)

export function useFieldContext(): FieldContextValue {
  const context = useContext(FieldContext)
  if (context === undefined) throw new Error('A field needs FieldContext around it.')
  return context
}

export function getFieldId(instanceId: string, field: string, part?: 'hint' | 'error' | 'note'): string {
  return part === undefined ? `${instanceId}-${field}` : `${instanceId}-${field}-${part}`
}

type TextFormField = Exclude<FormField, 'agree' | 'subscriber'>

/** Includes input from before hydration, unlike react-hook-form's `useWatch`. */
export function useFieldValue(form: UseFormReturn<FormValues>, name: TextFormField): string {
  const subscribe = useCallback(
    (onChange: () => void) => form.subscribe({ formState: { values: true }, callback: onChange }),
    [form],
  )
  // React compares the value again after hydration.
  const getValue = () => form.getValues(name)
  return useSyncExternalStore(subscribe, getValue, getValue)
}

/** Runs a callback immediately or, while the mouse button is down, after its release: a field that loses the focus may change
 *  its height and move the clicked button away, and the browser would not fire `click`. */
export function useAfterPointerUp(): (run: () => void) => void {
  const isPointerDown = useRef(false)
  const queue = useRef<(() => void)[]>([])

  useEffect(() => {
    const handleDown = () => {
      isPointerDown.current = true
    }
    const handleUp = () => {
      isPointerDown.current = false
      // The browser fires the click in the same task as the release.
      setTimeout(() => {
        for (const run of queue.current.splice(0)) run()
      })
    }
    document.addEventListener('mousedown', handleDown, true)
    document.addEventListener('mouseup', handleUp, true)
    document.addEventListener('pointercancel', handleUp, true)
    return () => {
      document.removeEventListener('mousedown', handleDown, true)
      document.removeEventListener('mouseup', handleUp, true)
      document.removeEventListener('pointercancel', handleUp, true)
    }
  }, [])

  return useCallback((run) => {
    if (isPointerDown.current) queue.current.push(run)
    else run()
  }, [])
}
