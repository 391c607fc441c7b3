/** What everything that shows facts needs beside them. */
import type { ComponentType } from 'react'
import type { NextDeadline } from '../../contract/civic/deadline.ts'
import type { StateFact } from '../../contract/civic/state-facts.ts'
import type { ServiceTextProps } from '../lazy-parts.ts'
import type { FactsWords } from '../messages/facts-messages.ts'
import type { HeadingLevel } from '../options.ts'
import type { DayWords } from './format-day.ts'

/** Texts, heading level and helpers of a list of facts. */
export interface FactsLook extends DayWords {
  words: FactsWords
  /** Level of the heading that the facts stand under. */
  headingLevel: HeadingLevel
  /** Shows a text of the service. */
  ServiceText: ComponentType<ServiceTextProps>
  /** Resolves the character references in one. */
  decode: (text: string) => string
  /** The date of a deadline; left out, none is shown. */
  dateOf?: (fact: StateFact) => NextDeadline | undefined
}
