/** The three parts of the widget that may come later than the form, and the one interface through which an entry hands
 *  them in: React's entry with `import()`, the script tag's with files that lie beside it. Form, checks, sending and all
 *  screens are there at once. */
import { type ComponentType, createContext, type ReactNode, useContext, useState } from 'react'
import type { StateCode } from '../contract/states.ts'
import type { CalendarDay } from '../contract/text.ts'
import type { ZipPlace } from '../contract/zip-places.ts'
import type { FactsAccess } from './civic/facts-access.ts'
import { useBrowserLayoutEffect } from './effects.ts'
import type { BffClient } from './flow/bff-client.ts'
import type { Words } from './messages/catalogue.ts'
import type { HeadingLevel } from './options.ts'

/** A text of the service: Markdown with escaped characters. */
export interface ServiceTextProps {
  text: string
  /** Level of the heading that the text stands under. */
  headingLevel: HeadingLevel
  /** Said of a link that opens a new tab. */
  newTab: string
  /** The language of `newTab`: the text around it may be in another one. */
  uiLanguage: string
}

/** What each component of the state facts needs. */
export interface FactsProps {
  access: FactsAccess
  code: StateCode
  /** The page's own texts; those whose key begins with `facts.` count. */
  messages: Readonly<Record<string, string>> | undefined
  /** The texts of the form or frame: those of the facts are in the same language. */
  formWords: Words
  headingLevel: HeadingLevel
  /** Shows a text of the service; it comes from outside, so that the parser is on the page once. */
  ServiceText: ComponentType<ServiceTextProps>
  /** Resolves the character references in one; from outside, too. */
  decode: (text: string) => string
}

/** The facts beside the form. */
export interface FactsBesideFormProps extends FactsProps {
  /** As typed. */
  zipcode: string
  now: () => Date
  /** Says something politely to screen readers. */
  announce: (text: string) => void
  /** Runs what moves the page, but never between a press of the mouse and its release. */
  whenStill: (run: () => void) => void
  /** The voter takes another state over from the ZIP code. */
  onState: (code: StateCode) => void
}

/** The question about the city of a ZIP code. */
export interface ZipBesideFormProps extends Omit<FactsProps, 'access' | 'code'> {
  client: Pick<BffClient, 'get'>
  /** As typed. */
  zipcode: string
  /** Whether a city is typed. */
  hasCity: boolean
  whenStill: (run: () => void) => void
  /** The voter lives there. */
  onPlace: (place: ZipPlace) => void
}

/** What shows where the voter can check first. */
export interface CheckBesideFormProps extends Pick<FactsProps, 'access' | 'code'> {
  /** @param url the state's page; `undefined` where its data have none, and before they are there */
  children: (url: string | undefined) => ReactNode
}

/** What the state says to a voter of this date of birth. */
export interface AgeBesideFormProps extends FactsProps {
  birth: CalendarDay
  today: CalendarDay
  /** The partner's own page for who is too young. */
  partner: { name: string; url: string } | undefined
  /** The voter is too young by the state's data. Keep it the same function. */
  onTooYoung: (code: StateCode) => void
}

/** The facts on the answer screen, and what helps to finish, which needs none. */
export interface AnswerFactsProps extends Omit<FactsProps, 'access'> {
  /** `undefined` where the BFF has no facts. */
  access: FactsAccess | undefined
  /** Whether the answer leads on by itself. */
  hasButtons: boolean
  /** The answer's text, as the service sent it. */
  message: string
  /** The official site of the settings, for paper and for who has trouble. */
  officialUrl?: string | undefined
  now: () => Date
  /** Whether many voters share this device: nobody is asked here, and nothing goes to its share sheet or mail. */
  isShared: boolean
  /** Whether the answer was brought back on a page that was built anew. */
  isBack: boolean
  /** Whether a way on of this answer was taken. Keep it the same function. */
  hasGoneOn: () => boolean
  /** Shows the form again with everything kept. */
  onCorrect: () => void
}

/** The facts on their own, on a page about a state. */
export interface StateFactsPanelProps extends FactsProps {
  /** The page's choice of a region; without it the voter is asked. */
  region: string | undefined
  fields: readonly string[] | undefined
  /** Hears how far the facts are. Keep it the same function. */
  onAt: ((at: 'loading' | 'ready' | 'failed') => void) | undefined
  now?: () => Date
}

/** The list of sites with its heading. */
export interface SiteStatusPanelProps {
  client: Pick<BffClient, 'get'>
  /** All states where this is left out. */
  code: StateCode | undefined
  messages: Readonly<Record<string, string>> | undefined
  words: Words
  headingLevel: HeadingLevel
  /** Hears whether there is anything to be seen. Keep it the same function. */
  onShown: (isShown: boolean) => void
}

/** What each part brings. */
export interface Parts {
  answerMarkdown: { AnswerMarkdown: ComponentType<ServiceTextProps> }
  stateFacts: {
    FactsBesideForm: ComponentType<FactsBesideFormProps>
    ZipBesideForm: ComponentType<ZipBesideFormProps>
    CheckBesideForm: ComponentType<CheckBesideFormProps>
    AgeBesideForm: ComponentType<AgeBesideFormProps>
    AnswerFacts: ComponentType<AnswerFactsProps>
    DidYouFinish: ComponentType<AnswerFactsProps>
    StateFactsPanel: ComponentType<StateFactsPanelProps>
  }
  siteStatus: { SiteStatusPanel: ComponentType<SiteStatusPanelProps> }
}

/** A part, and how far its loading is. */
export interface LazyPart<Part> {
  /** Loads it, once. Resolves with `undefined` where it cannot be had; the next call tries again. Never rejects. */
  load: () => Promise<Part | undefined>
  loaded: () => Part | undefined
}

/** What an entry hands in. A part that is left out is not shown. */
export type LazyParts = { readonly [Name in keyof Parts]?: LazyPart<Parts[Name]> }

/** Makes a part of what brings it. */
export function lazyPart<Part>(bring: () => Promise<Part>): LazyPart<Part> {
  let part: Part | undefined
  let loading: Promise<Part | undefined> | undefined
  return {
    load() {
      loading ??= bring().then(
        (brought) => {
          part = brought
          return brought
        },
        () => {
          loading = undefined
          return undefined
        },
      )
      return loading
    },
    loaded: () => part,
  }
}

/** Hands the parts in. */
export const LazyPartsContext = createContext<LazyParts>({})

/**
 * A part, loaded as soon as it is wanted.
 *
 * @returns `loading` also while it is not wanted and in what a server renders; `missing` where it cannot be had
 */
export function useLazyPart<Name extends keyof Parts>(
  name: Name,
  isWanted: boolean,
): Parts[Name] | 'loading' | 'missing' {
  const parts: LazyParts = useContext(LazyPartsContext)
  const lazy: LazyParts[Name] = parts[name]
  const [part, setPart] = useState<{ here: Parts[Name] | 'missing' }>()
  useBrowserLayoutEffect(() => {
    if (lazy === undefined || !isWanted) return undefined
    let isHere = true
    const take = (here: Parts[Name] | undefined) => {
      if (isHere) setPart({ here: here ?? 'missing' })
    }
    const loaded = lazy.loaded()
    if (loaded === undefined) void lazy.load().then(take)
    else take(loaded)
    return () => {
      isHere = false
    }
  }, [lazy, isWanted])
  return lazy === undefined ? 'missing' : (part?.here ?? 'loading')
}
