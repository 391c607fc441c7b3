/** Where this script comes from, and how it loads a part of the program from there, checked by the hash in this file. */
import { scriptsPath } from '../../../contract/routes.ts'
import { version } from '../../widget/version.ts'
import { tagNames } from '../define-tag.ts'
import type * as libraryFile from './react-runtime.ts'

/** The hashes of the parts by file, as in `integrity.json`; the build inserts them. */
declare const PART_INTEGRITY: Readonly<Record<string, string>>

const currentDocument = globalThis.document as Document | undefined
const currentScript = currentDocument?.currentScript

/** The script's own tag; `null` in a module, and in a copy that runs without one. Known only while the script first runs. */
export const scriptTag = currentScript && currentScript instanceof HTMLScriptElement ? currentScript : null

/** The script's address: a module knows its own, and a classic file that runs as a module has a tag to look for. Empty for a
 *  copy inside the page or in a `blob:`, and for one that another script evaluates. */
export const scriptAddress = (
  scriptTag?.src ??
  (import.meta.url ||
    currentDocument?.querySelector<HTMLScriptElement>('script[src*="/voter-registration."]')?.src ||
    '')
).replace(/^(blob|data):.*/s, '')

/** Returns the script tag with the page's one setting, `data-bff`; this script's own when no tag has it. */
export const findConfigScript = (): Element | null =>
  scriptTag?.hasAttribute('data-bff') ? scriptTag : (document.querySelector('script[data-bff]') ?? scriptTag)

/** Returns the page's BFF: the setting, else the server that serves this script at `/element/<version>/`. */
export function getDefaultApiBase(): string | undefined {
  const configuredBff = findConfigScript()?.getAttribute('data-bff')
  return configuredBff || /^(https?:[^?#]+)\/element\/[^/?#]+\/[^/?#]+([?#]|$)/.exec(scriptAddress)?.[1]
}

/** Failed loads: each gives the addresses another query, since WebKit does not fetch one again whose preload has failed. */
let failedLoads = 0

export type ReactRuntime = typeof libraryFile

/** Loads a part and passes it the library. Rejects when it cannot be loaded: it does not match its hash, or the page's policy
 *  or the network blocks it. The next call tries again. The browser checks the hash when it fetches the module for a tag;
 *  `import()` then uses that same module. A tag with `rel="modulepreload"` needs no Trusted Types policy, which a page may
 *  forbid. Browsers without that tag (before 2024) do not have Trusted Types either: there a script tag does the same. Only the
 *  library itself is loaded without `library`. */
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
    // Also where only import() fails: Firefox reports a preload as loaded even when the network lost it.
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

/** Returns a function that loads something once, and tries again after a failure. */
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

/** Loads React, once for all that is on the page. Rejects when it cannot be loaded; the next call tries again. */
export const loadReact = loadOnce(() => loadChunk<ReactRuntime>('react.js'))

/** Loads a part and the library, each run in a task of its own, like what the part is for: no key is held up for long. */
export async function loadChunkWithReact<Chunk>(file: string): Promise<Chunk> {
  return inNextTask(await loadChunk<Chunk>(file, loadReact().then(inNextTask)))
}

const inNextTask = <Value>(value: Value) => new Promise<Value>((resolve) => setTimeout(resolve, 0, value))

const missingFiles = new Set<string>()

/** Returns the BFF of the first form on the page. The part is checked by its hash, wherever it comes from. */
const getFormApiBase = () => document.querySelector(tagNames.form)?.getAttribute('api-base') ?? undefined

function fetchModule(url: string, integrity: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = document.createElement('link')
    const canPreload = link.relList.supports('modulepreload')
    const tag = canPreload ? link : document.createElement('script')
    tag.crossOrigin = 'anonymous'
    tag.integrity = integrity
    // A page's policy may require a nonce. A module has no tag, so it uses the nonce of the page's first script that has one.
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

/** The names of our files: a script with another name is a copy that was combined with others, or that runs ours. */
const scriptNamePattern = /\/voter-[\w.-]+\.js(?:[?#]|$)/

/** Returns the addresses to try for a file: beside the script or, for a copy, at the BFF, which serves all files of its version. */
export function getAssetUrls(file: string, bff = getDefaultApiBase()): string[] {
  const folders = [scriptAddress]
  if (!scriptNamePattern.test(scriptAddress))
    folders.unshift(bff ? `${bff.replace(/\/$/, '')}${scriptsPath}/${version}/` : '')
  return folders
    .filter((folder) => folder !== '')
    .map((folder) => new URL(file, new URL(folder, document.baseURI)).href)
}

/** Runs a function with each address in turn, until one succeeds. Rejects with the last error. */
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
