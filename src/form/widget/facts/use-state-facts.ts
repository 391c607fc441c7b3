/** Loads a state's facts, and creates their messages. */
import { useCallback, useEffect, useMemo, useState } from 'react'
import { parseStateFacts, type StateFacts } from '../../../contract/civic-data/state-facts.ts'
import { stateFactsPath } from '../../../contract/routes.ts'
import type { StateCode } from '../../../contract/states.ts'
import { factsEn } from '../../locales/facts-en.ts'
import { useFormContext } from '../form-context.ts'
import type { FactsAccess, FactsProps } from '../lazy-parts.ts'
import { warnOfUnknownKey } from '../messages/catalog.ts'
import { createFactsMessages, type FactsContext } from '../messages/facts-messages.ts'

export type FactsState = { type: 'loading' } | { type: 'ready'; facts: StateFacts } | { type: 'failed' }

/** Without `access`, nothing is requested and the state is `failed`. */
export function useStateFacts(
  access: FactsAccess | undefined,
  code: StateCode,
  region: string | undefined,
): { state: FactsState; retry: () => void } {
  const [attempt, setAttempt] = useState(0)
  const [failedRequest, setFailedRequest] = useState<string>()
  const [, setLoadedFacts] = useState<StateFacts>()
  const path = stateFactsPath(code, region)
  const requestKey = `${path} ${attempt}`
  const cacheEntry = access && getCache(access).get(path)
  const facts = cacheEntry instanceof Promise ? undefined : cacheEntry
  const isLoaded = facts !== undefined

  useEffect(() => {
    let isCurrent = !isLoaded
    if (isCurrent && access !== undefined) {
      requestFacts(access, path).then(
        (loaded) => isCurrent && setLoadedFacts(loaded),
        () => isCurrent && setFailedRequest(requestKey),
      )
    }
    return () => {
      isCurrent = false
    }
  }, [access, path, requestKey, isLoaded])

  const retry = useCallback(() => setAttempt((count) => count + 1), [])
  if (facts !== undefined) return { state: { type: 'ready', facts }, retry }
  return {
    state: access === undefined || failedRequest === requestKey ? { type: 'failed' } : { type: 'loading' },
    retry,
  }
}

/** Memoized by the form's messages. */
export function useFactsContext({ ServiceText, decode }: Pick<FactsProps, 'ServiceText' | 'decode'>): FactsContext {
  const { t } = useFormContext()
  return useMemo(() => {
    const factsMessages = createFactsMessages(t, (key) => warnOfUnknownKey(key, { facts: factsEn }))
    return { t: factsMessages, language: t.language, months: t.months, ServiceText, decode }
  }, [t, ServiceText, decode])
}

/** Facts by request path, shared by the form and the answer. */
type FactsCache = Map<string, StateFacts | Promise<StateFacts>>

const cacheByClient = new WeakMap<FactsAccess['client'], FactsCache>()

function getCache({ client }: FactsAccess): FactsCache {
  const cache = cacheByClient.get(client) ?? new Map()
  cacheByClient.set(client, cache)
  return cache
}

/** Returns access to preloaded facts of one state, for server rendering. */
export function createFactsAccess(code: StateCode, facts: StateFacts, sandbox: boolean): FactsAccess {
  const access: FactsAccess = { client: { get: rejectRequest, sites: rejectRequest }, sandbox, regions: new Map() }
  getCache(access).set(stateFactsPath(code), facts)
  return access
}

const rejectRequest = () => Promise.reject(new Error('Nothing is loaded here.'))

/** Returns cached facts or requests them. Rejects on failure; the next call retries. */
async function requestFacts(access: FactsAccess, path: string): Promise<StateFacts> {
  const cache = getCache(access)
  const request = cache.get(path) ?? fetchFacts(access, path)
  cache.set(path, request)
  try {
    const facts = await request
    cache.set(path, facts)
    return facts
  } catch (error) {
    cache.delete(path)
    throw error
  }
}

async function fetchFacts({ client }: FactsAccess, path: string): Promise<StateFacts> {
  const facts = parseStateFacts(await client.get(path))
  if (facts === undefined) throw new Error('The response of the BFF has no facts. Check its version.')
  return facts
}
