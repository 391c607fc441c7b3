import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { createSite } from './site.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'demo-site-'))
mkdirSync(path.join(folder, 'assets'))
writeFileSync(path.join(folder, 'index.html'), '<!doctype html><title>QA</title>')
writeFileSync(path.join(folder, 'assets/qa-1234.js'), 'export {}')
const longScript = `export const text = '${'practice '.repeat(500)}'`
writeFileSync(path.join(folder, 'assets/long-1234.js'), longScript)
for (const version of ['1.9.0', '1.10.2', '2.0.0']) {
  mkdirSync(path.join(folder, 'element', version), { recursive: true })
  writeFileSync(path.join(folder, 'element', version, 'voter-registration.js'), `'${version}'`)
}
afterAll(() => {
  rmSync(folder, { recursive: true })
})

const config = { bff: 'http://127.0.0.1:8787', sandbox: 'http://127.0.0.1:8788', sandboxKey: 'id:sandbox-secret' }
const docs = path.join(folder, 'docs')
mkdirSync(path.join(docs, 'assets'), { recursive: true })
for (const page of ['index.html', 'react.html', 'react.md', '404.html', 'assets/app.1234.js'])
  writeFileSync(path.join(docs, page), page)
const ask = (page: string) => createSite({ folder, docs, config }).request(page)

describe('the demo’s site', () => {
  it('serves the page at its root, revalidated on each visit', async () => {
    const answer = await ask('/')
    expect(await answer.text()).toContain('<title>QA</title>')
    expect(answer.headers.get('content-type')).toMatch(/^text\/html/)
    expect(answer.headers.get('cache-control')).toBe('no-cache')
  })

  it('compresses what is worth it if the browser accepts it, and serves the rest unchanged', async () => {
    const site = createSite({ folder, config })
    const long = await site.request('/assets/long-1234.js', { headers: { 'Accept-Encoding': 'gzip' } })
    expect(long.headers.get('content-encoding')).toBe('gzip')
    expect(long.headers.get('vary')).toContain('Accept-Encoding')
    expect(gunzipSync(await long.arrayBuffer()).toString()).toBe(longScript)
    expect((await site.request('/assets/long-1234.js')).headers.get('content-encoding')).toBeNull()
    const short = await site.request('/', { headers: { 'Accept-Encoding': 'gzip' } })
    expect(short.headers.get('content-encoding')).toBeNull()
  })

  it('caches files with a hash in their name', async () => {
    const answer = await ask('/assets/qa-1234.js')
    expect(answer.headers.get('content-type')).toMatch(/^text\/javascript/)
    expect(answer.headers.get('cache-control')).toContain('immutable')
    expect((await ask('/assets/gone.js')).headers.get('cache-control')).toBe('no-cache')
  })

  it('serves a versioned script file for a year, to any page', async () => {
    const answer = await ask('/element/1.9.0/voter-registration.js')
    expect(await answer.text()).toBe("'1.9.0'")
    expect(answer.headers.get('content-type')).toMatch(/^text\/javascript/)
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  })

  it('serves the documentation, with addresses for people and for programs', async () => {
    expect((await ask('/docs')).headers.get('location')).toBe('/docs/')
    for (const [address, page] of Object.entries({ '': 'index.html', react: 'react.html', 'react.md': 'react.md' }))
      expect(await (await ask(`/docs/${address}`)).text()).toBe(page)
    expect((await ask('/docs/react.md')).headers.get('content-type')).toMatch(/^text\/markdown/)
    expect((await ask('/docs/assets/app.1234.js')).headers.get('cache-control')).toContain('immutable')
    const unknown = await ask('/docs/nothing')
    expect([unknown.status, await unknown.text()]).toEqual([404, '404.html'])
  })

  it('serves the pages of another build below /before, with its own assets', async () => {
    const before = mkdtempSync(path.join(tmpdir(), 'demo-before-'))
    mkdirSync(path.join(before, 'assets'))
    writeFileSync(path.join(before, 'gallery.html'), 'before')
    writeFileSync(path.join(before, 'assets/gallery-0987.js'), 'export {}')
    const statusOf = async (folders: { before?: string }, page: string) =>
      (await createSite({ folder, config, ...folders }).request(page)).status
    for (const page of ['/before/gallery.html', '/assets/gallery-0987.js']) {
      expect([await statusOf({ before }, page), await statusOf({}, page)], page).toEqual([200, 404])
    }
    expect(await statusOf({ before }, '/assets/qa-1234.js')).toBe(200)
    rmSync(before, { recursive: true })
  })

  it('says how to build the documentation if it is missing', async () => {
    const answer = await createSite({ folder, docs: path.join(folder, 'none'), config }).request('/docs/react')
    expect([answer.status, await answer.text()]).toEqual([404, expect.stringContaining('npm run docs')])
  })

  it.each([
    ['1', '1.10.2'],
    ['2', '2.0.0'],
  ])('redirects /element/%s/ to the newest version, %s, for five minutes', async (major, version) => {
    const answer = await ask(`/element/${major}/voter-registration.js`)
    expect(await answer.text()).toBe(`'${version}'`)
    expect(answer.headers.get('cache-control')).toBe('public, max-age=300')
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  })

  it.each(['/element/3/voter-registration.js', '/element/1.9.0/gone.js', '/element/1/gone.js'])(
    'answers an uncached 404 to %s',
    async (page) => {
      const answer = await ask(page)
      expect(answer.status).toBe(404)
      expect(answer.headers.get('cache-control')).toBe('no-cache')
    },
  )

  it.each(['/', '/config.json', '/nowhere'])(
    'serves %s with a policy that names BFF and sandbox and nobody else',
    async (page) => {
      const policy = (await ask(page)).headers.get('content-security-policy')
      expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'")
      expect(policy).toContain("connect-src 'self' http://127.0.0.1:8787 http://127.0.0.1:8788;")
    },
  )

  it('names the page’s servers in its configuration', async () => {
    expect(await (await ask('/config.json')).json()).toEqual(config)
  })

  it('says once that there are no exchanges to record when the BFF runs elsewhere', async () => {
    expect((await ask('/wire')).status).toBe(204)
  })

  it.each(['/../package.json', '/%2e%2e/package.json', '/..%2fpackage.json', '/assets/'])(
    'serves no other file: %s',
    async (page) => {
      expect((await ask(page)).status).toBe(404)
    },
  )
})
