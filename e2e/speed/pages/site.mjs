/** Serves the pages that are measured, and passes `/api/…` on to the BFF: every page speaks with its own origin. */
import { createServer } from 'node:http'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
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
      const note = (content) => sent.set('hosted', [...(sent.get('hosted') ?? []), content])
      passOn(api, incoming, outgoing, pathname.startsWith('/api/form') ? note : undefined).catch(() =>
        outgoing.destroy(),
      )
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

/** @param note is told the files of the hosted page, which come from the BFF and not from here */
async function passOn(api, incoming, outgoing, note) {
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
  if (note === undefined || incoming.method !== 'GET' || reply.statusCode !== 200) {
    reply.body.pipe(outgoing)
    return
  }
  const bytes = Buffer.from(await reply.body.arrayBuffer())
  outgoing.end(bytes)
  note(counted(bytes, reply.headers['content-encoding']))
}

/** A file in the three forms that are counted, made only when somebody asks. */
function counted(bytes, coding) {
  const raw = coding === 'br' ? brotliDecompressSync(bytes) : coding === 'gzip' ? gunzipSync(bytes) : bytes
  const once = (make) => {
    let made
    return () => {
      made ??= make()
      return made
    }
  }
  const gzip = once(() => gzipSync(raw, { level: 9 }).length)
  const brotli = once(() => brotliCompressSync(raw))
  return {
    raw,
    get gzip() {
      return gzip()
    },
    get brotli() {
      return brotli()
    },
  }
}
