/** Finds the script's own URL, and loads its chunks from there, with integrity checks. */
import { scriptsPath } from '../../../contract/routes.ts'
import { version } from '../../widget/version.ts'
import { tagNames } from '../define-tag.ts'
import type * as libraryFile from './react-runtime.ts'

/** The hashes of the chunks, as in `integrity.json`; inserted by the build. */
declare const PART_INTEGRITY: Readonly<Record<string, string>>

const currentDocument = globalThis.document as Document | undefined
const currentScript = currentDocument?.currentScript

/** The script's own tag; `null` in a module and in inlined copies. Available only during the first run. */
export const scriptTag = currentScript && currentScript instanceof HTMLScriptElement ? currentScript : null

/** The script's URL. Empty for a copy that is inlined, in a `blob:` or evaluated. */
export const scriptAddress = (
  scriptTag?.src ??
  (import.meta.url ||
    currentDocument?.querySelector<HTMLScriptElement>('script[src*="/voter-registration."]')?.src ||
    '')
).replace(/^(blob|data):.*/s, '')

/** Returns the script tag with `data-bff`, else this script's own. */
export const findConfigScript = (): Element | null =>
  scriptTag?.hasAttribute('data-bff') ? scriptTag : (document.querySelector('script[data-bff]') ?? scriptTag)

/** Returns the URL of `data-bff`, else of the server that serves this script at `/element/<version>/`. */
export function getDefaultApiBase(): string | undefined {
  const configuredBff = findConfigScript()?.getAttribute('data-bff')
  return configuredBff || /^(https?:[^?#]+)\/element\/[^/?#]+\/[^/?#]+([?#]|$)/.exec(scriptAddress)?.[1]
}

/** Each failure changes the query of the URLs: WebKit does not fetch a URL again after a failed preload. */
let failedLoads = 0

export type ReactRuntime = typeof libraryFile

/** Loads a chunk and passes it the runtime. Rejects if the network, the page's policy or the hash prevents it; the next call tries
 *  again. The browser checks the hash of the `modulepreload`, and `import()` uses that module. A preload needs no Trusted Types
 *  policy, which a page may forbid; browsers without `modulepreload` (before 2024) have no Trusted Types, and get a script tag. */
export async function loadChunk<Chunk>(file: string, runtime?: ReactRuntime | Promise<ReactRuntime>): Promise<Chunk> {
  const addresses = getAssetUrls(file, getDefaultApiBase() ?? getFormApiBase())
  try {
    return await tryInOrder(addresses, async (address) => {
      const url = failedLoads > 0 ? `${address}?again=${failedLoads}` : address
      await fetchModule(url, PART_INTEGRITY[file] ?? '')
      const loadedRuntime = await runtime
      const { default: createChunk } = (await import(/* @vite-ignore */ url)) as {
        default: (runtime?: ReactRuntime) => Chunk
      }
      return createChunk(loadedRuntime)
    })
  } catch (error) {
    // Covers import() too: Firefox reports failed preloads as loaded.
    failedLoads += 1
    if (!missingFiles.has(file)) {
      missingFiles.add(file)
      console.warn(
        `voter-registration ${version}: ${file} cannot be loaded. Tried ${addresses.join(' and ') || 'no address: write data-bff="https://…" on the script tag'}.`,
      )
    }
    throw error
  }
}

/** Caches a load; after a failure, the next call tries again. */
export function loadOnce<Chunk>(load: () => Promise<Chunk>): () => Promise<Chunk> {
  let loading: Promise<Chunk> | undefined
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }
}

/** Loads React once for the page. */
export const loadReact = loadOnce(() => loadChunk<ReactRuntime>('react.js'))

/** Loads a chunk and React, and runs each in its own task, so that input stays responsive. */
export async function loadChunkWithReact<Chunk>(file: string): Promise<Chunk> {
  return inNextTask(await loadChunk<Chunk>(file, loadReact().then(inNextTask)))
}

const inNextTask = <Value>(value: Value) => new Promise<Value>((resolve) => setTimeout(resolve, 0, value))

const missingFiles = new Set<string>()

/** Returns the BFF of the first form on the page: the integrity check makes any origin safe. */
const getFormApiBase = () => document.querySelector(tagNames.form)?.getAttribute('api-base') ?? undefined

function fetchModule(url: string, integrity: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = document.createElement('link')
    const canPreload = link.relList.supports('modulepreload')
    const tag = canPreload ? link : document.createElement('script')
    tag.crossOrigin = 'anonymous'
    tag.integrity = integrity
    // A module has no tag, so it uses the first nonce on the page.
    tag.nonce = (scriptTag ?? document.querySelector<HTMLElement>('script[nonce]'))?.nonce ?? ''
    tag.addEventListener('load', () => {
      tag.remove()
      resolve()
    })
    tag.addEventListener('error', () => {
      tag.remove()
      reject(new Error(`${url} cannot be loaded.`))
    })
    if (tag instanceof HTMLScriptElement) {
      tag.type = 'module'
      tag.src = url
    } else {
      tag.rel = 'modulepreload'
      tag.href = url
    }
    document.head.append(tag)
  })
}

/** Matches our file names: a script with another name is a bundled copy. */
const scriptNamePattern = /\/voter-[\w.-]+\.js(?:[?#]|$)/

/** Returns the URLs to try for a file: next to the script or, for a bundled copy, at the BFF of the same version. */
export function getAssetUrls(file: string, bff = getDefaultApiBase()): string[] {
  const folders = [scriptAddress]
  if (!scriptNamePattern.test(scriptAddress))
    folders.unshift(bff ? `${bff.replace(/\/$/, '')}${scriptsPath}/${version}/` : '')
  return folders
    .filter((folder) => folder !== '')
    .map((folder) => new URL(file, new URL(folder, document.baseURI)).href)
}

/** Calls a function with each URL in turn until one succeeds. Rejects with the last error. */
export async function tryInOrder<Result>(
  addresses: readonly string[],
  run: (url: string) => Promise<Result>,
): Promise<Result> {
  let lastError: unknown = new Error('The script does not know its URL.')
  for (const url of addresses) {
    try {
      return await run(url)
    } catch (error) {
      lastError = error
    }
  }
  throw lastError
}
