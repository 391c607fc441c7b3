/** Serves the pages that are measured, and passes `/api/…` on to the BFF: every page speaks with its own origin. */
import { createServer } from 'node:http'
import { Pool } from 'undici'

const types = { js: 'text/javascript', css: 'text/css', html: 'text/html; charset=utf-8' }

/**
 * @param bff address of the BFF behind `/api`
 * @returns its address, `pages` to be filled, `served(name)`: which files went out since the last question, `close()`
 */
export async function startSite(bff) {
  const pages = {}
  const sent = new Map()
  const api = new Pool(bff)
  const server = createServer((incoming, outgoing) => {
    const { pathname } = new URL(incoming.url, 'http://site')
    const [, name, file] = pathname.split('/')
    if (name === 'api') {
      passOn(api, incoming, outgoing).catch(() => outgoing.destroy())
      return
    }
    const content = file === undefined ? pages[name]?.html : pages[name]?.files[decodeURIComponent(file)]
    if (content === undefined) {
      outgoing.writeHead(404).end()
      return
    }
    sent.set(name, [...(sent.get(name) ?? []), { file: file ?? '', ...content }])
    const type = types[file?.split('.').at(-1) ?? 'html'] ?? 'application/octet-stream'
    outgoing
      .writeHead(200, {
        'content-type': type,
        'content-encoding': 'br',
        'content-length': content.brotli.length,
        'cache-control': 'no-store',
      })
      .end(content.brotli)
  })
  await new Promise((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    pages,
    served(name) {
      const files = sent.get(name) ?? []
      const sum = (of) => files.reduce((total, each) => total + of(each), 0)
      return {
        raw: sum(({ raw }) => raw.length),
        gzip: sum(({ gzip }) => gzip),
        brotli: sum(({ brotli }) => brotli.length),
      }
    },
    forget: (name) => sent.delete(name),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => void server.close(resolve))
      await api.close()
    },
  }
}

async function passOn(api, incoming, outgoing) {
  const { host: _host, connection: _connection, ...headers } = incoming.headers
  // A browser leaves the origin out of what it asks its own origin for.
  if (headers.origin === undefined) headers.origin = `http://${incoming.headers.host}`
  const reply = await api.request({
    path: incoming.url.slice('/api'.length),
    method: incoming.method,
    headers,
    ...(incoming.method === 'POST' && { body: incoming }),
  })
  outgoing.writeHead(reply.statusCode, reply.headers)
  reply.body.pipe(outgoing)
}
