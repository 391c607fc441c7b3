/** The response with the logo. */

import type { Logo } from '../../contract/look.ts'
import type { PageAnswer } from '../../contract/page-interface.ts'

/** The image alone: opened by itself, an SVG runs nothing and loads nothing. */
export function logoAnswer({ type, bytes }: Logo): PageAnswer {
  const headers = {
    'Content-Type': type,
    // Its name contains a hash of its content.
    'Cache-Control': 'public, max-age=31536000, immutable',
    'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
    'X-Content-Type-Options': 'nosniff',
  }
  return { status: 200, headers, body: bytes }
}
