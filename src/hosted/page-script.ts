/** Answers a request for one of the page's scripts. */
import type { PageAnswer } from '../contract/hosted-page.ts'
import { pageFiles } from './page-files.ts'

/** The script of this name; `undefined` where there is none. */
export function pageScript(name: string): PageAnswer | undefined {
  const body = Object.hasOwn(pageFiles.scripts, name) ? pageFiles.scripts[name] : undefined
  if (body === undefined) return undefined
  const headers = {
    'Content-Type': 'text/javascript; charset=utf-8',
    // Its name holds a hash of it.
    'Cache-Control': 'public, max-age=31536000, immutable',
    // A page in a sandboxed frame has no origin: its script is what says so.
    'Access-Control-Allow-Origin': '*',
  }
  return { status: 200, headers, body }
}
