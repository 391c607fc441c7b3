/** Requests for settings, messages, facts and site status: all that panels need. */
import { Problem, Settings } from '../../../contract/bff-api.ts'
import { bffPaths, joinUrl, messagesPath, partnerPath, sitesPath } from '../../../contract/routes.ts'
import { Sites } from '../../../contract/sites.ts'
import type { StateCode } from '../../../contract/states.ts'
import type { Catalog } from '../../locales/catalog.ts'
import { version } from '../version.ts'

export interface ReadingClient {
  /** Rejects with the problem's code as `cause`. Concurrent callers share one request. */
  settings: () => Promise<Settings>
  /** Returns the catalog of a language. Callers share one request. */
  messages: (language: string) => Promise<Catalog>
  /** Requests a path of the BFF, by default with GET, and returns the JSON. Rejects after 10 s. */
  get: (path: string, init?: RequestInit) => Promise<unknown>
  /** Returns the status of a state's sites. Sends only the state. */
  sites: (state: StateCode) => Promise<Sites['sites']>
}

export interface ReadingClientDeps {
  apiBase: string
  partner?: string | undefined
  fetch: typeof fetch
  settingsTimeoutMs?: number
}

export const requestInit = {
  credentials: 'omit',
  redirect: 'error',
  referrerPolicy: 'strict-origin-when-cross-origin',
} as const satisfies RequestInit

const preloadInit = { credentials: 'same-origin' } as const

export function createReadingClient(deps: ReadingClientDeps): ReadingClient {
  const { apiBase, partner, fetch: fetchFn, settingsTimeoutMs = 10_000 } = deps
  const texts: Record<string, Promise<Catalog>> = {}
  let settings: Promise<Settings> | undefined
  let hasRequested = false

  const get = async (path: string, init: RequestInit = {}): Promise<unknown> => {
    const signal = AbortSignal.timeout(settingsTimeoutMs)
    const response = await fetchFn(joinUrl(apiBase, path), { ...requestInit, ...init, signal })
    if (!response.ok) {
      const { data } = Problem.safeParse(await parseJson(response))
      throw new Error(`GET ${path} answered ${response.status}.`, { cause: data?.code })
    }
    return response.json()
  }

  return {
    get,

    settings() {
      // The first request must equal that of `<link rel="preload" as="fetch" crossorigin>` to use the preloaded response. Later
      // requests bypass the cache: a BFF of release 0.1 allows caching, and its wording may be outdated.
      settings ??= get(partnerPath(bffPaths.settings, partner), hasRequested ? { cache: 'no-cache' } : preloadInit)
        .then((answer) => Settings.parse(answer))
        .finally(() => {
          settings = undefined
        })
      hasRequested = true
      return settings
    },

    messages(language) {
      texts[language] ??= get(partnerPath(messagesPath(language, version), partner))
        .then((answer) => {
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `createMessages` ignores invalid texts.
          if (typeof answer === 'object' && answer !== null && 'language' in answer) return answer as Catalog
          throw new Error('no texts')
        })
        .catch((error: unknown) => {
          delete texts[language]
          throw error
        })
      return texts[language]
    },

    async sites(state) {
      return Sites.parse(await get(sitesPath(state), { cache: 'no-cache' })).sites
    },
  }
}

export async function parseJson(response: Response): Promise<unknown> {
  const text = await response.text()
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
