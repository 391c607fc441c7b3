/** What every field of the form needs from it. */
import { createContext, useContext } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { FormField, FormValues } from '../form/fields.ts'
import type { Words } from '../messages/catalogue.ts'

/** The form, as its fields see it. */
export interface FormTools {
  form: UseFormReturn<FormValues>
  words: Words
  /** What the fields begin with: for the first rendering, on a server too. */
  initial: FormValues
  /** Begins the ids of this form's elements and names its autofill section. */
  instanceId: string
  /** The calendar day's clock. */
  now: () => Date
  /** Says something politely to those who listen. */
  announce: (text: string) => void
  /** Runs something that moves the page, but never between a press of the mouse and its release: the button would slip
   *  away under the pointer. */
  whenStill: (run: () => void) => void
  /** Checks fields again, if the form has been refused once: nothing nags before. */
  checkAgain: (fields: readonly FormField[]) => void
  /** The form came whole from a server: what is in it before our script runs is the voter's doing. */
  isServed: boolean
  /** Many voters share the device: the browser is asked to offer and keep nothing. */
  isShared: boolean
}

/** Gives the fields their form. */
export const FormToolsContext = createContext<FormTools | undefined>(undefined)

/** The form around this field. Throws outside of one. */
export function useFormTools(): FormTools {
  const tools = useContext(FormToolsContext)
  if (tools === undefined) throw new Error('A field was rendered outside of a form. Put FormToolsContext around it.')
  return tools
}

/** The id of a field's control, or of a part of the field. */
export function idOf(instanceId: string, field: string, part?: 'hint' | 'error' | 'note'): string {
  return part === undefined ? `${instanceId}-${field}` : `${instanceId}-${field}-${part}`
}
