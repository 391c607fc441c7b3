/** Asks the backend-for-frontend for what the form shows at once. What is sent to it, and everything that may come of that,
 *  is in `bff-sending.ts`. */
import type { Settings } from '../contract/bff-api.ts'
import { bffPaths, joinUrl, wordsPath } from '../contract/routes.ts'
import type { Catalogue } from '../locales/catalogue.ts'
import { readSettings } from './read-settings.ts'
import { version } from './version.ts'

/** The backend-for-frontend, as a form sees it that nobody has filled in yet. */
export interface BffClient {
  /** The settings; rejects when they cannot be had. */
  settings: (signal?: AbortSignal) => Promise<Settings>
  /** The texts in a language; rejects when they cannot be had. Asked once, also when several wait for them. */
  words: (language: string) => Promise<Catalogue>
}

/** The dependencies of {@link createBffClient}; each is the browser's own by default. */
export interface BffClientOptions {
  apiBase: string
  fetch?: typeof fetch | undefined
  /** Milliseconds after which settings and texts are given up. */
  settingsTimeout?: number
}

/** How every request is made. */
export const requestInit = {
  credentials: 'omit',
  redirect: 'error',
  referrerPolicy: 'strict-origin-when-cross-origin',
} as const satisfies RequestInit

/** Makes a client for the BFF at `apiBase`. */
export function createBffClient(options: BffClientOptions): BffClient {
  const { apiBase, settingsTimeout = 10_000 } = options
  const ask: typeof fetch = (input, init) => (options.fetch ?? fetch)(input, init)
  const texts: Record<string, Promise<Catalogue>> = {}

  const get = async (path: string, init: RequestInit = {}, signal?: AbortSignal): Promise<unknown> => {
    const giveUp = abortAfter(settingsTimeout)
    const stop = () => giveUp.abort()
    signal?.addEventListener('abort', stop)
    try {
      const response = await ask(joinUrl(apiBase, path), { ...requestInit, ...init, signal: giveUp.signal })
      if (!response.ok) throw new Error(`GET ${path} answered ${response.status}. See the BFF's log.`)
      return await response.json()
    } finally {
      giveUp.clear()
      signal?.removeEventListener('abort', stop)
    }
  }

  return {
    async settings(signal) {
      // Asked anew each time (a 304 is cheap): a kept answer would hold the old wording after the BFF refused it.
      return readSettings(await get(bffPaths.settings, { cache: 'no-cache' }, signal))
    },

    words(language) {
      texts[language] ??= get(wordsPath(language, version)).then(
        (answer) => {
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- texts of another kind are left out in `speak`.
          if (typeof answer === 'object' && answer !== null && 'language' in answer) return answer as Catalogue
          throw new Error(`GET ${bffPaths.words} answered something else.`)
        },
        (error: unknown) => {
          delete texts[language]
          throw error
        },
      )
      return texts[language]
    },
  }
}

/** Aborts by itself after some milliseconds, unless it is cleared before. */
export function abortAfter(ms: number): AbortController & { clear(): void } {
  const controller = new AbortController()
  const timer = setTimeout(() => {
    controller.abort()
  }, ms)
  return Object.assign(controller, {
    clear() {
      clearTimeout(timer)
    },
  })
}
