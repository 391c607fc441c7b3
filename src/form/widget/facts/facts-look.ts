import type { ComponentType } from 'react'
import type { NextDeadline } from '../../../contract/civic-data/deadline.ts'
import type { StateFact } from '../../../contract/civic-data/state-facts.ts'
import type { ServiceTextProps } from '../lazy-parts.ts'
import type { FactsWords } from '../messages/facts-messages.ts'
import type { DayWords } from './format-day.ts'

/** Texts and helpers of a list of facts. */
export interface FactsLook extends DayWords {
  words: FactsWords
  ServiceText: ComponentType<ServiceTextProps>
  decode: (text: string) => string
  /** Returns the date of a deadline; if left out, no date is shown. */
  dateOf?: (fact: StateFact) => NextDeadline | undefined
}
