/** Messages of the state facts, loaded with them. Partners override them with keys such as `facts.heading`. */
import type { ComponentType } from 'react'
import type { NextDeadline } from '../../../contract/civic-data/deadline.ts'
import type { StateFact } from '../../../contract/civic-data/state-facts.ts'
import { factsEn } from '../../locales/facts-en.ts'
import type { DateLocale } from '../facts/format-day.ts'
import type { ServiceTextProps } from '../lazy-parts.ts'
import type { FormMessages } from './catalog.ts'
import { createMessages, type Messages, type MessagesOptions } from './messages.ts'

export type FactsMessages = Omit<Messages<typeof factsEn>, BySlug> &
  Readonly<Record<BySlug, Readonly<Record<string, string>>>>

/** Messages by the service's names; without an entry the service's own text is used. */
type BySlug = 'labels' | 'links' | 'options'

export const factsKeyPrefix = 'facts.'

/** Uses the partner's overrides whose key begins with `facts.`. */
export function createFactsMessages(
  { language, catalog, english, overrides = {} }: Pick<FormMessages, 'language' | 'catalog' | 'english' | 'overrides'>,
  unknownKey?: MessagesOptions['unknownKey'],
): FactsMessages {
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

export interface FactsContext extends DateLocale {
  t: FactsMessages
  ServiceText: ComponentType<ServiceTextProps>
  decode: (text: string) => string
  /** If omitted, no deadline dates are shown. */
  getDeadline?: (fact: StateFact) => NextDeadline | undefined
}
