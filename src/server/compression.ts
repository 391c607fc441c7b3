/** Compression of responses. */
import type { Context } from 'hono'

const names = { br: /\bbr\b/, gzip: /\bgzip\b/ }

export function acceptsEncoding(c: Pick<Context, 'req'>, encoding: keyof typeof names): boolean {
  return names[encoding].test(c.req.header('accept-encoding') ?? '')
}

export const gzip = (text: string): Promise<ArrayBuffer> =>
  new Response(new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))).arrayBuffer()
