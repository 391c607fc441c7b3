/** What every field needs from the form. */
import { createContext, useCallback, useContext, useEffect, useRef, useSyncExternalStore } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { FormField, FormValues } from '../form/fields.ts'

export interface FormTools {
  form: UseFormReturn<FormValues>
  /** The initial values: for the first render, on a server too. */
  initial: FormValues
  /** Runs what moves the page, but never between press and release of the mouse: the button would move away. */
  afterPointerUp: (run: () => void) => void
  revalidate: (fields: readonly FormField[]) => void
  /** The whole form came from a server: the voter made all changes in it before our script ran. */
  isServed: boolean
}

export const FormToolsContext = createContext<FormTools | undefined>(undefined)

export function useFormTools(): FormTools {
  const tools = useContext(FormToolsContext)
  if (tools === undefined) throw new Error('A field needs FormToolsContext around it.')
  return tools
}

export function getFieldId(instanceId: string, field: string, part?: 'hint' | 'error' | 'note'): string {
  return part === undefined ? `${instanceId}-${field}` : `${instanceId}-${field}-${part}`
}

type TextFormField = Exclude<FormField, 'agree' | 'subscriber'>

/** Also returns what was typed or restored before hydration: the form library does not tell its own `useWatch` of it. */
export function useFieldValue(form: UseFormReturn<FormValues>, name: TextFormField): string {
  const subscribe = useCallback(
    (onChange: () => void) => form.subscribe({ formState: { values: true }, callback: onChange }),
    [form],
  )
  // React compares the value again once the page's HTML is taken over.
  const getValue = () => form.getValues(name)
  return useSyncExternalStore(subscribe, getValue, getValue)
}

/** Runs its argument at once or, while the voter is pressing, right after the release: a field that loses the focus may change
 *  its height, the button would move away, and the browser would not fire a click. A finger's press moves the focus when it has
 *  ended already: in the mouse's events that browsers fire after it. */
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
