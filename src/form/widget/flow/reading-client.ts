/** The requests that read from the BFF: settings, texts, and the status of sites. Panels need no other. */
import { Problem, Settings } from '../../../contract/bff-api.ts'
import { bffPaths, joinUrl, messagesPath, partnerPath, sitesPath } from '../../../contract/routes.ts'
import { Sites } from '../../../contract/sites.ts'
import type { StateCode } from '../../../contract/states.ts'
import type { Catalog } from '../../locales/catalog.ts'
import { version } from '../version.ts'

export interface ReadingClient {
  /** Rejects with the problem's code as the error's `cause`. Sends one request at a time, even for several callers. */
  settings: () => Promise<Settings>
  /** Returns the texts in a language; rejects when they are unavailable. Sends one request, even for several callers. */
  words: (language: string) => Promise<Catalog>
  /** Returns the BFF's response to a GET of one of its paths, as JSON; rejects when there is none within 10 s. */
  get: (path: string, init?: RequestInit) => Promise<unknown>
  /** Returns the status of a state's sites; sends only the state. Rejects when it is unavailable. */
  sites: (state: StateCode) => Promise<Sites['sites']>
}

export interface ReadingClientDeps {
  apiBase: string
  partner?: string | undefined
  fetch: typeof fetch
  settingsTimeout?: number
}

export const requestInit = {
  credentials: 'omit',
  redirect: 'error',
  referrerPolicy: 'strict-origin-when-cross-origin',
} as const satisfies RequestInit

const preloaded = { credentials: 'same-origin' } as const

export function createReadingClient(deps: ReadingClientDeps): ReadingClient {
  const { apiBase, partner, fetch: ask, settingsTimeout = 10_000 } = deps
  const texts: Record<string, Promise<Catalog>> = {}
  let settings: Promise<Settings> | undefined
  let isAsked = false

  const get = async (path: string, init: RequestInit = {}): Promise<unknown> => {
    const signal = AbortSignal.timeout(settingsTimeout)
    const response = await ask(joinUrl(apiBase, path), { ...requestInit, ...init, signal })
    if (!response.ok) {
      const { data } = Problem.safeParse(await readJson(response))
      throw new Error(`GET ${path} answered ${response.status}.`, { cause: data?.code })
    }
    return response.json()
  }

  return {
    get,

    settings() {
      // The first request equals that of `<link rel="preload" as="fetch" crossorigin>`, or it would not get the preloaded
      // response. The BFF lets no browser cache it; one of release 0.1 does, with a wording that it may have refused since.
      settings ??= get(partnerPath(bffPaths.settings, partner), isAsked ? { cache: 'no-cache' } : preloaded)
        .then((answer) => Settings.parse(answer))
        .finally(() => {
          settings = undefined
        })
      isAsked = true
      return settings
    },

    words(language) {
      texts[language] ??= get(partnerPath(messagesPath(language, version), partner))
        .then((answer) => {
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- texts of another kind are left out in `createMessages`.
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

export async function readJson(response: Response): Promise<unknown> {
  const text = await response.text()
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
