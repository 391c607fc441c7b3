/** The partner's site: serves the built page under test as a plain web server would. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import path from 'node:path'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** A running site. */
export interface Site {
  /** Its origin, without a trailing slash. */
  origin: string
  stop(): Promise<void>
}

/**
 * Serves the files below `folder` on a port of this machine, a free one by default.
 *
 * A page requested with `?csp=…` has that content security policy.
 */
export async function startSite(folder: string, port = 0): Promise<Site> {
  if (!existsSync(folder)) throw new Error(`There is no ${folder}. Build it with: npm run build`)
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://site')
    const file = path.join(folder, path.normalize(decodeURIComponent(url.pathname.replace(/\/$/, '/index.html'))))
    const csp = url.searchParams.get('csp')
    readFile(file).then(
      (body) => {
        response.writeHead(200, {
          'Content-Type': types[path.extname(file)] ?? 'application/octet-stream',
          ...(csp === null ? {} : { 'Content-Security-Policy': csp }),
        })
        response.end(body)
      },
      () => {
        response.writeHead(404, { 'Content-Type': 'text/plain' })
        response.end('Not found')
      },
    )
  })
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The site has no port.')
  return {
    origin: `http://127.0.0.1:${address.port}`,
    async stop() {
      const serverClosed = new Promise((done) => server.close(done))
      server.closeAllConnections()
      await serverClosed
    },
  }
}
