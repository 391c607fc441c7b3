/** Compression of responses: whether it is ours to do, and gzip by what every host has. */
import type { Context } from 'hono'
import { isWorkers } from './is-workers.ts'

const names = { br: /\bbr\b/, gzip: /\bgzip\b/ }

/**
 * Whether we may compress a response: the browser accepts this encoding, and the host does not compress by itself. Workers
 * compress every response that has a `Content-Encoding`, even a compressed one, and the rest on the way to the browser.
 */
export function acceptsEncoding(c: Pick<Context, 'req'>, encoding: keyof typeof names): boolean {
  return !isWorkers && names[encoding].test(c.req.header('accept-encoding') ?? '')
}

/** Compresses a text with gzip. */
export const gzip = (text: string): Promise<ArrayBuffer> =>
  new Response(new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))).arrayBuffer()
