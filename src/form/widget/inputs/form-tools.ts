/** What every field needs from the form. */
import { createContext, useCallback, useContext, useEffect, useRef, useSyncExternalStore } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { FormField, FormValues } from '../form/fields.ts'

export interface FormTools {
  form: UseFormReturn<FormValues>
  /** The initial values: for the first render, on a server too. */
  initial: FormValues
  /** Runs what moves the page, but never between press and release of the mouse: the button would move away. */
  whenStill: (run: () => void) => void
  checkAgain: (fields: readonly FormField[]) => void
  /** The whole form came from a server: the voter made all changes in it before our script ran. */
  isServed: boolean
}

export const FormToolsContext = createContext<FormTools | undefined>(undefined)

export function useFormTools(): FormTools {
  const tools = useContext(FormToolsContext)
  if (tools === undefined) throw new Error('A field needs FormToolsContext around it.')
  return tools
}

export function idOf(instanceId: string, field: string, part?: 'hint' | 'error' | 'note'): string {
  return part === undefined ? `${instanceId}-${field}` : `${instanceId}-${field}-${part}`
}

type TextField = Exclude<FormField, 'agree' | 'subscriber'>

/** Also returns what was typed or restored before hydration: the form library does not tell its own `useWatch` of it. */
export function useFieldValue(form: UseFormReturn<FormValues>, name: TextField): string {
  const subscribe = useCallback(
    (onChange: () => void) => form.subscribe({ formState: { values: true }, callback: onChange }),
    [form],
  )
  // React compares the value again once the page's HTML is taken over.
  const read = () => form.getValues(name)
  return useSyncExternalStore(subscribe, read, read)
}

/** Runs its argument at once or, while the voter is pressing, right after the release: a field that loses the focus may change
 *  its height, the button would move away, and the browser would not fire a click. A finger's press moves the focus when it has
 *  ended already: in the mouse's events that browsers fire after it. */
export function useAfterPointerUp(): (run: () => void) => void {
  const isPressing = useRef(false)
  const waiting = useRef<(() => void)[]>([])

  useEffect(() => {
    const press = () => {
      isPressing.current = true
    }
    const release = () => {
      isPressing.current = false
      // The browser fires the click in the same task as the release.
      setTimeout(() => {
        for (const run of waiting.current.splice(0)) run()
      })
    }
    document.addEventListener('mousedown', press, true)
    document.addEventListener('mouseup', release, true)
    document.addEventListener('pointercancel', release, true)
    return () => {
      document.removeEventListener('mousedown', press, true)
      document.removeEventListener('mouseup', release, true)
      document.removeEventListener('pointercancel', release, true)
    }
  }, [])

  return useCallback((run) => {
    if (isPressing.current) waiting.current.push(run)
    else run()
  }, [])
}
