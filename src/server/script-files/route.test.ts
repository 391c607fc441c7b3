import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { hostedPage } from '../../form/hosted/app.tsx'
import { createBff } from '../create-bff.ts'
import { partnerOrigin, problemOf, theOptions } from '../testing/bff-requests.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { version } from '../utils.ts'
import { scriptFiles } from './script-files.ts'

const folder = temporaryFolder()
const script = `console.log(${JSON.stringify('form '.repeat(500))})`
const hash = `sha384-${createHash('sha384').update(script).digest('base64')}`
beforeAll(() => {
  writeFileSync(path.join(folder, 'voter-registration.js'), script)
  writeFileSync(path.join(folder, 'integrity.json'), JSON.stringify({ 'voter-registration.js': hash }))
  writeFileSync(path.join(folder, 'voter-registration.js.map'), '{}')
  const screen = [
    'div',
    { class: 'vr-root', 'data-theme': 'auto' },
    ['form', { action: '/' }, ['h2', {}, 'Vote & "sign" <b>'], ['input', {}]],
  ]
  writeFileSync(path.join(folder, 'first-screen.es.json'), JSON.stringify({ screens: { page: screen } }))
})

const ask = (file: string, headers: Record<string, string> = {}, change = {}) =>
  createBff(
    { ...theOptions('http://127.0.0.1:9'), ...change },
    { log: () => undefined, scripts: scriptFiles(folder), page: hostedPage() },
  ).fetch(new Request(`https://register.partner.example${file}`, { headers }))

describe('the script files of the BFF', () => {
  const file = `/element/${version}/voter-registration.js`

  it('are readable by any page, cached for good, and match the published hash', async () => {
    for (const Origin of [partnerOrigin, 'https://unknown.example']) {
      const answer = await ask(file, { Origin })
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
      expect(['*', Origin]).toContain(answer.headers.get('access-control-allow-origin'))
      const got = `sha384-${createHash('sha384')
        .update(await answer.text())
        .digest('base64')}`
      const hashes = await (await ask(`/element/${version}/integrity.json`)).json()
      expect(hashes).toEqual({ 'voter-registration.js': got })
    }
  })

  it.each(['br', 'gzip'])('are compressed with %s if the browser accepts it', async (encoding) => {
    const answer = await ask(file, { 'Accept-Encoding': `deflate, ${encoding}` })
    expect(answer.headers.get('content-encoding')).toBe(encoding)
    expect(answer.headers.get('vary')).toContain('Accept-Encoding')
    expect((await answer.arrayBuffer()).byteLength).toBeLessThan(script.length / 4)
  })

  it('have no first screen and no texts of a language that LANGUAGES does not name', async () => {
    const screen = `/element/${version}/first-screen.es.json`
    const html = `/element/${version}/form.html?locale=es`
    const statuses = async (languages: string[]) =>
      Promise.all([screen, html, '/messages/es'].map(async (one) => (await ask(one, {}, { languages })).status))
    expect(await statuses(['en', 'es'])).toEqual([200, 200, 200])
    expect(await statuses(['en', 'vi'])).toEqual([404, 404, 404])
  })

  it('are served below the base path', async () => {
    expect((await ask(`/api${file}`, {}, { basePath: '/api' })).status).toBe(200)
    expect((await ask(file, {}, { basePath: '/api' })).status).toBe(404)
  })

  it.each([
    '/element/0.0.1/voter-registration.js',
    `/element/${version}/voter-registration.js.map`,
    `/element/${version}/..%2f..%2fcli.js`,
    `/element/${version}/__proto__`,
    `/element/${version}/`,
  ])('do not include %s', async (other) => {
    const answer = await ask(other)
    expect(answer.status).toBe(404)
    expect(await problemOf(answer)).toMatchObject({ code: 'not_found' })
  })

  it('say which version is here to a page with another one', async () => {
    const answer = await ask('/element/0.0.1/voter-registration.js')
    expect(answer.headers.get('Access-Control-Allow-Origin')).toBe('*')
    expect((await problemOf(answer)).detail).toContain(`version ${version}`)
  })
})

describe('the first screen as HTML', () => {
  const html = `/element/${version}/form.html`

  it('has the page’s options, our own page as its action, and escaped texts', async () => {
    const answer = await ask(`${html}?locale=es-MX&partner=river%20city&heading-level=4&theme=dark&layout=page`)
    expect(answer.headers.get('content-type')).toContain('text/html')
    expect(answer.headers.get('cache-control')).toContain('public, max-age=3600')
    const own = 'https://register.partner.example'
    expect(await answer.text()).toBe(
      `<template shadowrootmode="open"><link rel="stylesheet" href="${own}/element/${version}/form.css">` +
        '<div class="vr-frame"><div><div class="vr-root" data-theme="dark">' +
        `<form action="${own}/form?locale=es&amp;partner=river%20city"><h4>Vote &amp; &quot;sign&quot; &lt;b&gt;</h4><input></form>` +
        '</div></div></div></template>\n',
    )
  })

  it('ignores unknown options', async () => {
    const text = await (await ask(`${html}?locale=es&heading-level=9&theme=%22%3E`)).text()
    expect(text).toContain('<h2>')
    expect(text).toContain('data-theme="auto"')
  })

  it('is missing when the hosted page is off: without scripts, the voter’s input would be lost', async () => {
    const answer = await ask(`${html}?locale=es`, {}, { page: false })
    expect(answer.status).toBe(404)
    expect((await problemOf(answer)).detail).toContain('hosted page is off')
  })

  it('exists in this version only, and says so', async () => {
    const answer = await ask('/element/0.0.1/form.html?locale=es')
    expect(answer.status).toBe(404)
    expect((await problemOf(answer)).detail).toContain(`/element/${version}/form.html`)
  })
})
