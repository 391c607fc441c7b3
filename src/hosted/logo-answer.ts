/** The logo, as the page's own server answers it. */
import type { PageAnswer } from '../contract/hosted-page.ts'
import type { Logo } from '../contract/look.ts'

/** The picture alone: opened by itself, an SVG runs nothing and loads nothing. */
export function logoAnswer({ type, bytes }: Logo): PageAnswer {
  const headers = {
    'Content-Type': type,
    // Its name holds a hash of it.
    'Cache-Control': 'public, max-age=31536000, immutable',
    'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
    'X-Content-Type-Options': 'nosniff',
  }
  return { status: 200, headers, body: bytes }
}
