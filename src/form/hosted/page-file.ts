/** The files of the page: its scripts, and the partner's logo. */
import { gzipSync } from 'node:zlib'
import type { Logo } from '../../contract/look.ts'
import type { Page, PageAnswer, PageDeps } from '../../contract/page-interface.ts'
import { pageFiles } from './page-files.ts'

/** Creates the function that returns a file, `undefined` if there is none of the name. */
export function createPageFile({ look }: PageDeps): Page['file'] {
  const logo = look?.logo
  const packedFiles = new Map<string, Buffer<ArrayBuffer>>()
  return (name) => {
    if (name === logo?.name) return logoAnswer(logo)
    const body = Object.hasOwn(pageFiles.scripts, name) ? pageFiles.scripts[name] : undefined
    if (body === undefined) return undefined
    const headers = {
      'Content-Type': 'text/javascript; charset=utf-8',
      // Its name contains a hash of its content.
      'Cache-Control': 'public, max-age=31536000, immutable',
      // A page in a sandboxed frame has no origin: its script shows that.
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

/** The image alone: opened by itself, it runs nothing and loads nothing. */
function logoAnswer({ type, bytes }: Logo): PageAnswer {
  const headers = {
    'Content-Type': type,
    // Its name contains a hash of its content.
    'Cache-Control': 'public, max-age=31536000, immutable',
    'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
    'X-Content-Type-Options': 'nosniff',
  }
  return { status: 200, headers, body: bytes }
}
