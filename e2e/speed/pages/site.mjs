/** Serves the measured pages, and forwards `/api/…` to the BFF: every page uses its own origin. */
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { Pool } from 'undici'

const types = { js: 'text/javascript', css: 'text/css', html: 'text/html; charset=utf-8' }
const decoders = { br: brotliDecompressSync, gzip: gunzipSync }

/**
 * Starts a site without pages.
 *
 * @returns its `url`; `serve(pages, { bff, consent })`, which sets its pages (`consent` goes into their HTML); for each
 *   page the list of files that were `sent(name)` since `forget(name)`, and `close()`
 */
export async function startSite() {
  let pages = {}
  let api
  const files = new Map()
  const note = (name, raw) => files.set(name, [...(files.get(name) ?? []), raw])
  const server = createServer((incoming, outgoing) => {
    const { pathname } = new URL(incoming.url, 'http://site')
    const [, name, file] = pathname.split('/')
    if (name === 'api') {
      // The hosted page comes from the BFF.
      const isHosted = pathname.startsWith('/api/form') && incoming.method === 'GET'
      passOn(api, incoming, outgoing, isHosted ? (raw) => note('hosted', raw) : undefined).catch(() =>
        outgoing.destroy(),
      )
      return
    }
    const content = file === undefined ? pages[name]?.html : pages[name]?.files[decodeURIComponent(file)]
    if (content === undefined) {
      outgoing.writeHead(404).end()
      return
    }
    note(name, content.raw)
    outgoing
      .writeHead(200, {
        'content-type': types[file?.split('.').at(-1) ?? 'html'] ?? 'application/octet-stream',
        'content-encoding': 'br',
        'content-length': content.brotli.length,
        'cache-control': 'no-store',
      })
      .end(content.brotli)
  })
  server.keepAliveTimeout = 120_000
  await new Promise((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    serve(built, { bff, consent }) {
      // Pipelining 0 disables keep-alive: a connection that the BFF is closing is never reused.
      api = new Pool(bff, { pipelining: 0 })
      pages = Object.fromEntries(
        Object.entries(built).map(([name, page]) => {
          const raw = Buffer.from(page.html.replace('{consent}', consent))
          return [name, { ...page, html: { raw, brotli: brotliCompressSync(raw) } }]
        }),
      )
    },
    sent: (name) => [...(files.get(name) ?? [])],
    forget: (name) => files.delete(name),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => void server.close(resolve))
      await api?.close()
    },
  }
}

async function passOn(api, incoming, outgoing, note) {
  const { host: _host, connection: _connection, ...headers } = incoming.headers
  // A browser omits the `Origin` header in same-origin requests.
  if (headers.origin === undefined) headers.origin = `http://${incoming.headers.host}`
  const reply = await api.request({
    path: incoming.url.slice('/api'.length),
    method: incoming.method,
    headers,
    ...(incoming.method === 'POST' && { body: incoming }),
  })
  outgoing.writeHead(reply.statusCode, reply.headers)
  if (note === undefined || reply.statusCode !== 200) {
    reply.body.pipe(outgoing)
    return
  }
  const bytes = Buffer.from(await reply.body.arrayBuffer())
  note(decoders[reply.headers['content-encoding']]?.(bytes) ?? bytes)
  outgoing.end(bytes)
}

const sizes = new Map()

/** Returns the total size of files in bytes, with gzip and with Brotli, both at best quality. */
export function readSizes(files) {
  const total = { gzip: 0, brotli: 0 }
  for (const raw of files) {
    const name = createHash('sha256').update(raw).digest('hex')
    const size = sizes.get(name) ?? { gzip: gzipSync(raw, { level: 9 }).length, brotli: brotliCompressSync(raw).length }
    sizes.set(name, size)
    total.gzip += size.gzip
    total.brotli += size.brotli
  }
  return total
}
