/** The parts that may load later than the form: React's with `import()`, the script tag's from files beside it. */
import { type ComponentType, createContext, lazy, type ReactNode, useContext, useMemo, useState } from 'react'
import type { Settings } from '../../contract/bff-api.ts'
import type { StateCode } from '../../contract/states.ts'
import type { CalendarDay } from '../../contract/text.ts'
import type { BffClient } from './flow/bff-client.ts'

export interface ServiceTextProps {
  text: string
  /** The text added to a link that opens a new tab; the form's own by default. */
  newTab?: string
}

export interface FactsProps {
  access: FactsAccess
  code: StateCode
  /** Renders a text of the service; passed in, so that the page loads the parser once. */
  ServiceText: ComponentType<ServiceTextProps>
  /** Resolves the character references in a text of the service; also passed in. */
  decode: (text: string) => string
}

export interface FormFactsProps extends FactsProps {
  /** As typed. */
  zipcode: string
  onState: (code: StateCode) => void
}

export interface StateUrlProps extends Pick<FactsProps, 'access' | 'code'> {
  /** @param url the state's page; `undefined` where the facts have none, and before they are loaded */
  children: (url: string | undefined) => ReactNode
}

export interface AgeNoticeProps extends FactsProps {
  birth: CalendarDay
  today: CalendarDay
  partner: { name: string; url: string } | undefined
  /** Called when the voter is too young by the state's data. Keep it the same function. */
  onTooYoung: (code: StateCode) => void
  /** Called with whether the voter is too young by the counted day; `false` when the note goes. Keep the same function. */
  onStop: (isTooYoung: boolean) => void
  onGoOn: (() => void) | undefined
}

export interface AnswerFactsProps extends Omit<FactsProps, 'access'> {
  /** `undefined` where the BFF has no facts. */
  access: FactsAccess | undefined
  sections: string
  hasButtons: boolean
  message: string
  /** Whether no script runs on this page: then it offers only what works without. */
  isStatic?: boolean
  isBack: boolean
  /** Whether the voter has followed a button of this answer. Keep it the same function. */
  hasGoneOn: () => boolean
  onCorrect: () => void
  onFollowUp?: (answer: 'yes' | 'not-yet' | 'trouble') => void
}

export interface StateFactsPanelProps extends FactsProps {
  /** The region set by the page; without it the voter is asked. */
  region: string | undefined
  fields: readonly string[] | undefined
  /** Called with the loading state of the facts. Keep it the same function. */
  onAt: ((at: 'loading' | 'ready' | 'failed') => void) | undefined
}

export interface Parts {
  answerMarkdown: { AnswerMarkdown: ComponentType<ServiceTextProps> }
  stateFacts: typeof withoutFacts
}

export interface LazyPart<Part> {
  /** Loads it, once. Resolves with `undefined` when it cannot be loaded; the next call tries again. Never rejects. */
  load: () => Promise<Part | undefined>
  loaded: () => Part | undefined
}

/** The parts that an entry point provides. A part that is left out is not shown. */
export type LazyParts = { readonly [Name in keyof Parts]?: LazyPart<Parts[Name]> }

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

/** Returns a part: itself where it is loaded, else components that load it within `Suspense`, and are `missing` where that fails;
 *  what is mounted next tries again, and so does another `retryKey`. */
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
  /** Keep it the same object: responses are cached per client. */
  client: Pick<BffClient, 'get' | 'sites'>
  /** The facts come from the sandbox: dated sample data, marked as such in the panel. */
  sandbox: boolean
  sites?: boolean
  /** The regions the voter chose, by state; sent only to request that region's facts. */
  regions: Map<StateCode, string>
}

/** Returns the same object for the same client and settings; `undefined` where the BFF has no facts. */
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
