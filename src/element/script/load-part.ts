/** Loads a part that lies beside the script file, checked by the hash that this file carries. */
import * as library from './library.ts'
import { besideScript, scriptTag } from './script-address.ts'

/** The hashes of the parts by file, as in `integrity.json`: the build writes them in. */
declare const PART_INTEGRITY: Readonly<Record<string, string>>

/** Ends the address of what is asked for again: WebKit does not fetch an address again whose preload has failed, whatever its
 *  fragment. */
let again = ''

/**
 * Loads a part and gives it this file's library. Rejects when it cannot be had: it does not match its hash, or the page's
 * policy or the network keeps it away. The next call asks for it again.
 *
 * The browser checks the hash where it fetches the module for a tag; `import()` then takes that very module. A tag with
 * `rel="modulepreload"` needs no Trusted Types policy, which a page may forbid to make. Browsers that know no such tag
 * (before 2024) know no Trusted Types either: there a script tag does the same.
 */
export async function loadPart<Part>(file: string): Promise<Part> {
  const url = besideScript(file) + again
  try {
    await fetchModule(url, PART_INTEGRITY[file] ?? '')
    const { default: make } = (await import(/* @vite-ignore */ url)) as { default: (from: typeof library) => Part }
    return make(library)
  } catch (error) {
    // Also where import() alone fails: to Firefox a preload that the network lost has loaded.
    again += '?again'
    throw error
  }
}

function fetchModule(url: string, integrity: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = document.createElement('link')
    const isKnown = link.relList.supports('modulepreload')
    const tag = isKnown ? link : document.createElement('script')
    tag.crossOrigin = 'anonymous'
    tag.integrity = integrity
    // A page's policy may let in only what bears its nonce. A module has no tag, so it takes the page's first one.
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
