/** Messages of the state facts, loaded with them. Partners override them with keys such as `facts.heading`. */
import type { ComponentType } from 'react'
import type { NextDeadline } from '../../../contract/civic-data/deadline.ts'
import type { StateFact } from '../../../contract/civic-data/state-facts.ts'
import { factsEn } from '../../locales/facts-en.ts'
import type { DayWords } from '../facts/format-day.ts'
import type { ServiceTextProps } from '../lazy-parts.ts'
import type { Words } from './catalog.ts'
import { createMessages, type Messages, type MessagesOptions } from './messages.ts'

export type FactsWords = Omit<Messages<typeof factsEn>, BySlug> &
  Readonly<Record<BySlug, Readonly<Record<string, string>>>>

/** Messages by the service's names; without an entry the service's own text is used. */
type BySlug = 'labels' | 'links' | 'options'

export const factsKeyPrefix = 'facts.'

/** Uses the partner's overrides whose key begins with `facts.`. */
export function factsWordsIn(
  { language, catalog, english, overrides = {} }: Pick<Words, 'language' | 'catalog' | 'english' | 'overrides'>,
  unknownKey?: MessagesOptions['unknownKey'],
): FactsWords {
  const factsOverrides = Object.fromEntries(Object.entries(overrides).filter(([key]) => key.startsWith(factsKeyPrefix)))
  const options = {
    language,
    translated: { facts: catalog?.facts },
    messages: factsOverrides,
    english,
    ...(unknownKey && { unknownKey }),
  }
  return createMessages({ facts: factsEn }, options).facts
}

export interface FactsLook extends DayWords {
  t: FactsWords
  ServiceText: ComponentType<ServiceTextProps>
  decode: (text: string) => string
  /** If omitted, no deadline dates are shown. */
  getDeadline?: (fact: StateFact) => NextDeadline | undefined
}
