/** Small helpers of several parts of the server: version, time limits, hashes, compression. */
import type { Context } from 'hono'

/** The version in package.json, sent in the `User-Agent` header to the service and in `GET /healthz`; a test compares the two. */
export const version = '0.3.0'

/** FNV-1a over the UTF-16 units of a text. @returns eight hexadecimal digits, for example `3f9a1c20` */
export function shortHash(text: string): string {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  return (hash >>> 0).toString(16).padStart(8, '0')
}

/** `undefined` after `ms` milliseconds; the work continues. Leaves no timer. @throws as `work` before the timeout */
export async function withTimeout<Value>(work: Promise<Value>, ms: number): Promise<Value | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeIsUp = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms)
  })
  try {
    return await Promise.race([work, timeIsUp])
  } finally {
    clearTimeout(timer)
  }
}

const encodings = { br: /\bbr\b/, gzip: /\bgzip\b/ }

export function acceptsEncoding(c: Pick<Context, 'req'>, encoding: keyof typeof encodings): boolean {
  return encodings[encoding].test(c.req.header('accept-encoding') ?? '')
}

export const gzip = (text: string): Promise<ArrayBuffer> =>
  new Response(new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))).arrayBuffer()
