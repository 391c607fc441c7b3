/** The plugin behind a full-page cache: voters get a page that WordPress has rendered for another visitor. */
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { freePort } from '../../src/contract/testing/free-port.mjs'
import { startProgram } from '../child.ts'
import { type Stack, startStack } from '../stack.ts'
import { goWholeWay } from './whole-way.ts'
import { installPlugin, logIn, saveSettings } from './wordpress/administration.ts'
import { installVarnish } from './wordpress/programs.ts'
import { startWordPress, type WordPressSite } from './wordpress/wordpress-site.ts'

/** Whether a response is from the cache: Varnish then lists two request ids, its own and the one that filled the cache. */
const isKept = (headers: Headers | Record<string, string>) =>
  (new Headers(headers).get('x-varnish') ?? '').trim().split(' ').length === 2

test.describe
  .serial('WordPress 6.5 behind Varnish', () => {
    let stack: Stack
    let site: WordPressSite
    let stopVarnish: () => Promise<void>
    let post: string

    test.beforeAll(async () => {
      stack = await startStack()
      const listenOrigin = `http://127.0.0.1:${await freePort()}`
      site = await startWordPress('6.5', stack.developmentOrigin, { listenOrigin })
      stopVarnish = await startVarnish(site.origin, listenOrigin)
    })
    test.afterAll(async () => {
      await stopVarnish?.()
      await site?.stop()
      await stack?.stop()
    })

    test('WordPress is installed and set up through the cache', async ({ page }) => {
      await logIn(page, site.origin, 'administrator')
      await installPlugin(page, site.origin, 'site')
      await saveSettings(page, site.origin, { 'Address of your BFF': stack.bff })
      await expect(page.getByLabel('Address of your BFF')).toHaveValue(stack.bff)
    })

    test('the page is cached, and the same for every visitor', async () => {
      post = site.php(`echo get_permalink(wp_insert_post(['post_title' => 'Register', 'post_status' => 'publish',
        'post_content' => '<!-- wp:voter-registration/form /-->']));`)
      const first = await fetch(post)
      const second = await fetch(post, { headers: { 'User-Agent': 'another', 'Accept-Language': 'es' } })
      expect([isKept(first.headers), isKept(second.headers)]).toEqual([false, true])
      expect(await second.text()).toBe(await first.text())
    })

    for (const voter of ['one voter', 'the next one'])
      test(`the cached page is shown to ${voter}, who registers and clicks a button that arrives`, async ({ page }) => {
        await stack.reset()
        const response = await page.goto(post)
        expect(isKept((await response?.allHeaders()) ?? {})).toBe(true)
        await goWholeWay(page, stack, site.origin)
      })
  })

/**
 * Starts Debian's Varnish with its built-in rules: responses to requests without a cookie are cached for two minutes.
 *
 * @param origin its origin: a free port of 127.0.0.1
 * @param upstreamOrigin the web server, which already runs
 * @returns a function that stops it
 */
async function startVarnish(origin: string, upstreamOrigin: string): Promise<() => Promise<void>> {
  installVarnish()
  const folder = mkdtempSync(path.join(os.tmpdir(), 'voter-registration-varnish-'))
  const server = await startProgram(
    'varnishd',
    [
      '-F',
      '-j',
      'none',
      '-n',
      folder,
      '-a',
      new URL(origin).host,
      '-b',
      new URL(upstreamOrigin).host,
      '-s',
      'default,64m',
    ],
    {},
    `${origin}/readme.html`,
  )
  return async () => {
    await server.kill()
    rmSync(folder, { recursive: true, force: true })
  }
}
