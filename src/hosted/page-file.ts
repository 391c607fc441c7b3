/** The files of the page: its scripts, and the partner's logo. */
import { gzipSync } from 'node:zlib'
import type { PageAnswer } from '../contract/hosted-page.ts'
import type { Logo } from '../contract/look.ts'
import { logoAnswer } from './logo-answer.ts'
import { pageFiles } from './page-files.ts'

/** Makes the function that answers with a file, `undefined` where there is none of the name. */
export function createPageFile(logo: Logo | undefined): (name: string) => PageAnswer | undefined {
  const packedFiles = new Map<string, Buffer<ArrayBuffer>>()
  return (name) => {
    if (name === logo?.name) return logoAnswer(logo)
    const body = Object.hasOwn(pageFiles.scripts, name) ? pageFiles.scripts[name] : undefined
    if (body === undefined) return undefined
    const headers = {
      'Content-Type': 'text/javascript; charset=utf-8',
      // Its name holds a hash of it.
      'Cache-Control': 'public, max-age=31536000, immutable',
      // A page in a sandboxed frame has no origin: its script is what says so.
      'Access-Control-Allow-Origin': '*',
    }
    const gzip = () => {
      const packed = packedFiles.get(name) ?? gzipSync(body)
      packedFiles.set(name, packed)
      return packed
    }
    return { status: 200, headers, body, gzip }
  }
}
