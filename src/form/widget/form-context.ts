/** Context of the whole form. The script tag's files share this module, as they share React. */
import { createContext, useContext } from 'react'
import { type Clock, monotonicClock, systemClock } from '../../contract/clock.ts'
import type { FormMessages } from './messages/catalog.ts'
import type { HeadingLevel } from './options.ts'

export interface FormContextValue {
  t: FormMessages
  headingLevel: HeadingLevel
  /** Prefix of the ids of this form's elements, and name of its autofill section. */
  instanceId: string
  /** Whether many voters share this device: then no voter's data may stay on it. */
  isKiosk: boolean
  announce: (text: string) => void
  officialUrl: string | undefined
  clock: Clock
  monotonicClock: Clock
}

/** For components outside a form. */
export const ownContext = {
  headingLevel: 2,
  instanceId: 'vr',
  isKiosk: false,
  announce: () => undefined,
  officialUrl: undefined,
  clock: systemClock,
  monotonicClock,
} as const satisfies Omit<FormContextValue, 't'>

export const FormContext = createContext<FormContextValue | undefined>(undefined)

export function useFormContext(): FormContextValue {
  const context = useContext(FormContext)
  if (context === undefined) throw new Error('This component needs FormContext around it.')
  return context
}
