/** Lazily loaded parts: with `import()` in React, from files next to the script in the script tag. */
import { type ComponentType, createContext, lazy, type ReactNode, useContext, useMemo, useState } from 'react'
import type { Settings } from '../../contract/bff-api.ts'
import type { StateCode } from '../../contract/states.ts'
import type { CalendarDay } from '../../contract/text.ts'
import type { BffClient } from './flow/bff-client.ts'

export interface ServiceTextProps {
  text: string
  /** The text added to links that open a new tab; the form's by default. */
  newTab?: string
}

export interface FactsProps {
  access: FactsAccess
  code: StateCode
  /** Renders a text of the service; a prop, so that the parser is loaded once. */
  ServiceText: ComponentType<ServiceTextProps>
  /** Decodes the character references in a text of the service. */
  decode: (text: string) => string
}

export interface FormFactsProps extends FactsProps {
  /** As typed. */
  zipcode: string
  onState: (code: StateCode) => void
}

export interface StateUrlProps extends Pick<FactsProps, 'access' | 'code'> {
  /** @param url the state's page; `undefined` if the facts have none, and before they are loaded */
  children: (url: string | undefined) => ReactNode
}

export interface AgeNoticeProps extends FactsProps {
  birth: CalendarDay
  today: CalendarDay
  partner: { name: string; url: string } | undefined
  /** Called if the voter is too young according to the state's data. Must be stable. */
  onTooYoung: (code: StateCode) => void
  /** Called with `false` also on unmount. Must be stable. */
  onTooYoungChange: (isTooYoung: boolean) => void
  onContinue: (() => void) | undefined
}

export interface AnswerFactsProps extends Omit<FactsProps, 'access'> {
  /** `undefined` if the BFF has no facts. */
  access: FactsAccess | undefined
  sections: string
  hasButtons: boolean
  message: string
  /** Whether no script runs on this page. */
  isStatic?: boolean
  isRestored: boolean
  /** Whether the voter has clicked a button of this answer. Must be stable. */
  hasLeft: () => boolean
  onCorrect: () => void
  onFollowUp?: (answer: 'yes' | 'not-yet' | 'trouble') => void
}

export interface StateFactsPanelProps extends FactsProps {
  /** If omitted, the voter is asked. */
  region: string | undefined
  fields: readonly string[] | undefined
  /** Must be stable. */
  onStatusChange: ((status: 'loading' | 'ready' | 'failed') => void) | undefined
}

export interface Parts {
  answerMarkdown: { AnswerMarkdown: ComponentType<ServiceTextProps> }
  stateFacts: typeof withoutFacts
}

export interface LazyPart<Part> {
  /** Loads the part once. Resolves with `undefined` on failure; the next call retries. Never rejects. */
  load: () => Promise<Part | undefined>
  loaded: () => Part | undefined
}

/** The parts that an entry point provides; others are not shown. */
export type LazyParts = { readonly [Name in keyof Parts]?: LazyPart<Parts[Name]> }

export function lazyPart<Part>(importPart: () => Promise<Part>): LazyPart<Part> {
  let part: Part | undefined
  let loading: Promise<Part | undefined> | undefined
  return {
    load() {
      loading ??= importPart().then(
        (loadedPart) => {
          part = loadedPart
          return loadedPart
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

export const LazyPartsContext = createContext<LazyParts>({})

const Nothing = () => null

const WithoutFacts = ({ children }: StateUrlProps) => children(undefined)

export const withoutFacts = {
  FormFacts: Nothing as ComponentType<FormFactsProps>,
  StateCheckUrl: WithoutFacts as ComponentType<StateUrlProps>,
  StateOfficialUrl: WithoutFacts as ComponentType<StateUrlProps>,
  AgeNotice: Nothing as ComponentType<AgeNoticeProps>,
  AnswerDates: Nothing as ComponentType<AnswerFactsProps>,
  AnswerDocuments: Nothing as ComponentType<AnswerFactsProps>,
  AnswerFacts: Nothing as ComponentType<AnswerFactsProps>,
  DidYouFinish: Nothing as ComponentType<AnswerFactsProps>,
  StateFactsPanel: Nothing as ComponentType<StateFactsPanelProps>,
}

/** Returns the part if it is loaded, else components that load it within `Suspense` and render `missing` on failure. The next mount
 *  and a new `retryKey` retry. */
export function useLazyPart<Name extends keyof Parts>(name: Name, missing: Parts[Name], retryKey = ''): Parts[Name] {
  const part: LazyParts[Name] = useContext(LazyPartsContext)[name]
  const createAttempt = () => ({ part, retryKey, components: createComponents(part, missing) })
  const [attempt, setAttempt] = useState(createAttempt)
  if (attempt.part !== part || attempt.retryKey !== retryKey) setAttempt(createAttempt())
  return attempt.components
}

function createComponents<Components extends object>(
  part: LazyPart<Components> | undefined,
  missing: Components,
): Components {
  if (part === undefined) return missing
  const components = Object.keys(missing).map((exported) => {
    const load = async () => {
      const exports: object = (await part.load()) ?? missing
      return { default: Reflect.get(exports, exported) }
    }
    return [exported, lazy(load)]
  })
  return part.loaded() ?? Object.fromEntries(components)
}

export interface FactsAccess {
  /** Must be stable: responses are cached by client. */
  client: Pick<BffClient, 'get' | 'sites'>
  /** Whether the facts are sample data of the sandbox, which the panel shows. */
  sandbox: boolean
  sites?: boolean
  /** Selected regions by state; sent only to request that region's facts. */
  regions: Map<StateCode, string>
}

/** Memoized; `undefined` if the BFF has no facts. */
export function useFactsAccess(client: FactsAccess['client'], settings: Settings | undefined): FactsAccess | undefined {
  const hasFacts = settings?.features.state_facts === true
  const sandbox = settings?.features.sandbox === true
  const sites = settings?.features.sites === true
  const [regions] = useState<FactsAccess['regions']>(() => new Map())
  return useMemo(
    () => (hasFacts ? { client, sandbox, sites, regions } : undefined),
    [client, hasFacts, sandbox, sites, regions],
  )
}
