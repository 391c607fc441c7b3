/** Asks the BFF for facts, each once. */
import { readStateFacts, type StateFacts } from '../../contract/civic/state-facts.ts'
import { joinUrl, stateFactsPath } from '../../contract/routes.ts'
import type { StateCode } from '../../contract/states.ts'
import type { FactsAccess } from './facts-access.ts'

/** Facts by state and region. */
export interface FactsSource {
  /** What is known already. */
  known(code: StateCode, region: string | undefined): StateFacts | undefined
  /** Asks unless it is known or being asked; rejects when there is no answer, and the next call asks again. */
  ask(code: StateCode, region: string | undefined): Promise<StateFacts>
}

const sources = new WeakMap<FactsAccess, FactsSource>()

/** The source that belongs to an access: the form and the answer share what was asked. */
export function sourceOf(access: FactsAccess): FactsSource {
  const source = sources.get(access) ?? createFactsSource(access)
  sources.set(access, source)
  return source
}

/** Milliseconds after which facts are given up. */
const timeout = 10_000

function createFactsSource({ apiBase, fetch }: FactsAccess): FactsSource {
  const answers = new Map<string, StateFacts>()
  const underWay = new Map<string, Promise<StateFacts>>()
  const ask = async (path: string) => {
    try {
      const facts = await load(joinUrl(apiBase, path), fetch)
      answers.set(path, facts)
      return facts
    } finally {
      underWay.delete(path)
    }
  }
  return {
    known: (code, region) => answers.get(stateFactsPath(code, region)),
    ask(code, region) {
      const path = stateFactsPath(code, region)
      const answer = answers.get(path)
      if (answer !== undefined) return Promise.resolve(answer)
      const asking = underWay.get(path) ?? ask(path)
      underWay.set(path, asking)
      return asking
    },
  }
}

async function load(url: string, ask: typeof fetch): Promise<StateFacts> {
  const response = await ask(url, {
    credentials: 'omit',
    redirect: 'error',
    referrerPolicy: 'strict-origin-when-cross-origin',
    signal: AbortSignal.timeout(timeout),
  })
  if (!response.ok) throw new Error(`The BFF has no facts: it answered ${response.status}. See its log.`)
  const facts = readStateFacts(await response.json())
  if (facts === undefined) throw new Error('The BFF answered with something else than facts. See its version.')
  return facts
}
