/** Serves the script files like a CDN for partners' pages: under their exact version, immutable, and under a major version
 *  that points to its newest version. */
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'

/**
 * Serves `/<version>/<file>` with a cache TTL of a year, and `/<major>/<file>` of five minutes; any page may load both.
 *
 * @param folder the folder of the built pages; the files are in its `element/<version>`
 */
export function scriptFiles(folder: string): Hono {
  const versionsFolder = path.join(folder, 'element')
  const versions = (existsSync(versionsFolder) ? readdirSync(versionsFolder) : [])
    .filter((name) => /^\d+\.\d+\.\d+$/.test(name))
    .sort((left, right) => right.localeCompare(left, 'en', { numeric: true }))
  const files = new Hono()
  files.use(async (c, next) => {
    await next()
    const [, version] = /^\/element\/(\d+(?:\.\d+\.\d+)?)\//.exec(c.req.path) ?? []
    if (version === undefined || !c.res.ok) return
    c.header('Cache-Control', version.includes('.') ? 'public, max-age=31536000, immutable' : 'public, max-age=300')
    c.header('Access-Control-Allow-Origin', '*')
  })
  const rewriteRequestPath = (requestPath: string) =>
    requestPath.replace(/^\/element\/(\d+)\//, (prefix, major: string) => {
      const newest = versions.find((version) => version.startsWith(`${major}.`))
      return newest === undefined ? prefix : `/element/${newest}/`
    })
  files.use(serveStatic({ root: folder, rewriteRequestPath }))
  return files
}
