/** Loads a state's facts while a component shows them, and the texts around them. */
import { useCallback, useEffect, useMemo, useState } from 'react'
import { readStateFacts, type StateFacts } from '../../../contract/civic-data/state-facts.ts'
import { stateFactsPath } from '../../../contract/routes.ts'
import type { StateCode } from '../../../contract/states.ts'
import { factsEn } from '../../locales/facts-en.ts'
import { useFormContext } from '../form-context.ts'
import type { FactsAccess, FactsProps } from '../lazy-parts.ts'
import { warnOfUnknownKey } from '../messages/catalog.ts'
import { type FactsLook, factsWordsIn } from '../messages/facts-messages.ts'

export type FactsState = { type: 'loading' } | { type: 'ready'; facts: StateFacts } | { type: 'failed' }

/** Without `access`, nothing is requested, as if the request had failed. */
export function useStateFacts(
  access: FactsAccess | undefined,
  code: StateCode,
  region: string | undefined,
): { state: FactsState; again: () => void } {
  const [round, setRound] = useState(0)
  const [failed, setFailed] = useState<string>()
  const [, setAnswered] = useState<StateFacts>()
  const path = stateFactsPath(code, region)
  const wish = `${path} ${round}`
  const answer = access && answersOf(access).get(path)
  const facts = answer instanceof Promise ? undefined : answer
  const isKnown = facts !== undefined

  useEffect(() => {
    let here = !isKnown
    if (here && access !== undefined) {
      ask(access, path).then(
        (loaded) => here && setAnswered(loaded),
        () => here && setFailed(wish),
      )
    }
    return () => {
      here = false
    }
  }, [access, path, wish, isKnown])

  const again = useCallback(() => setRound((before) => before + 1), [])
  if (facts !== undefined) return { state: { type: 'ready', facts }, again }
  return { state: access === undefined || failed === wish ? { type: 'failed' } : { type: 'loading' }, again }
}

/** Returns the language and the partner's own texts of the facts in this form; the same object for the same texts. */
export function useFactsLook({ ServiceText, decode }: Pick<FactsProps, 'ServiceText' | 'decode'>): FactsLook {
  const { t } = useFormContext()
  return useMemo(() => {
    const words = factsWordsIn(t, (key) => warnOfUnknownKey(key, { facts: factsEn }))
    return { words, language: t.language, months: t.months, ServiceText, decode }
  }, [t, ServiceText, decode])
}

/** Facts by the path of their request: the form and the answer share them. */
type Answers = Map<string, StateFacts | Promise<StateFacts>>

const answersByClient = new WeakMap<FactsAccess['client'], Answers>()

function answersOf({ client }: FactsAccess): Answers {
  const answers = answersByClient.get(client) ?? new Map()
  answersByClient.set(client, answers)
  return answers
}

/** Returns the access to the facts of one state, which are at hand: for a page that is rendered on a server and loads nothing. */
export function accessTo(code: StateCode, facts: StateFacts, sandbox: boolean): FactsAccess {
  const access: FactsAccess = { client: { get: nothing, sites: nothing }, sandbox, regions: new Map() }
  answersOf(access).set(stateFactsPath(code), facts)
  return access
}

const nothing = () => Promise.reject(new Error('Nothing is loaded here.'))

/** Requests the facts unless they are cached or being requested; rejects on failure, and the next call retries. */
async function ask(access: FactsAccess, path: string): Promise<StateFacts> {
  const answers = answersOf(access)
  const asked = answers.get(path) ?? load(access, path)
  answers.set(path, asked)
  try {
    const facts = await asked
    answers.set(path, facts)
    return facts
  } catch (error) {
    answers.delete(path)
    throw error
  }
}

async function load({ client }: FactsAccess, path: string): Promise<StateFacts> {
  const facts = readStateFacts(await client.get(path))
  if (facts === undefined) throw new Error('The BFF answered with something else than facts. See its version.')
  return facts
}
