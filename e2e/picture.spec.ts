/** The README's picture: the running form beside an answer, at a fictional partner. `npm run picture` takes it anew
 *  (`UPDATE_PICTURE=1`) and records what it shows in `.github/picture.txt`; otherwise the record is compared with the screens
 *  of today. Words and their order count. */
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { createSandbox, sandboxKey } from 'voter-registration-sandbox'
import packageJson from '../package.json' with { type: 'json' }
import { bffOfPicture } from '../src/server/testing/bff-of-picture.ts'
import { partnerOrigin } from '../src/server/testing/bff-requests.ts'
import { root } from './child.ts'
import { FormPage } from './form-page.ts'
import { aVoter } from './people.ts'

const folder = path.join(root, '.github')
const record = path.join(folder, 'picture.txt')
const themes = ['light', 'dark'] as const
const bffOrigin = 'https://register.partner.example'

/** Maximum size of a picture, in bytes. */
const mostBytes = 60_000

/** A Tuesday in autumn: an answer that says for how long a link works, says the same each time. */
const now = Date.parse('2026-09-15T14:00:00Z')

/** Width of a panel, in CSS pixels; two and their distances are about as wide as GitHub's column. */
const panelWidth = 480

const page = (theme: (typeof themes)[number]) => `<!doctype html>
<html lang="en">
<title>Sample Partner</title>
<link rel="icon" href="data:,">
<style>
  :root { color-scheme: ${theme}; background: light-dark(#e9eaf1, #0b0b10) }
  body { margin: 0; font-family: "Liberation Sans", Arial, sans-serif }
  main { display: grid; grid-template-columns: repeat(2, ${panelWidth}px); gap: 24px; padding: 24px; width: max-content }
  /* Both go on below what is shown. */
  section { overflow: hidden; border-radius: 8px; mask: linear-gradient(black calc(100% - 56px), transparent) }
</style>
<main>
  <section><voter-registration theme="${theme}" api-base="${bffOrigin}"></voter-registration></section>
  <section><voter-registration theme="${theme}" api-base="${bffOrigin}"></voter-registration></section>
</main>
<script src="${bffOrigin}/element/${packageJson.version}/voter-registration.js"></script>`

/** Opens the page: the real form and BFF, a service whose pages have a state's address, and no network. */
async function openScreens(shown: Page, theme: (typeof themes)[number]): Promise<{ form: Locator; answer: Locator }> {
  const sandbox = createSandbox({
    publicUrl: 'https://register.state.example',
    hosts: 'any',
    clock: { now: () => now },
  })
  const authorization = `Basic ${Buffer.from(sandboxKey).toString('base64')}`
  const service = async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init)
    request.headers.set('authorization', authorization)
    const response = await sandbox.fetch(request)
    return new Response((await response.text()).replace(' (sample data of the sandbox, not guidance)', ''), response)
  }
  const bff = bffOfPicture(service, now)
  await shown.clock.setFixedTime(now)
  await shown.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
  await shown.setViewportSize({ width: 2 * panelWidth + 3 * 24, height: 1_000 })
  await shown.route('**/*', async (route) => {
    const asked = route.request()
    const { origin, pathname } = new URL(asked.url())
    const { file } = /^\/element\/(?<file>[\w./-]+)$/.exec(pathname)?.groups ?? {}
    if (origin === partnerOrigin) return route.fulfill({ contentType: 'text/html', body: page(theme) })
    if (origin !== bffOrigin) return route.abort()
    if (file !== undefined) return route.fulfill({ path: path.join(root, 'dist/element', file) })
    const body = asked.postDataBuffer()
    const request = new Request(asked.url(), {
      method: asked.method(),
      headers: await asked.allHeaders(),
      ...(body !== null && { body: new Uint8Array(body) }),
    })
    const response = await bff.fetch(request)
    const headers = Object.fromEntries(response.headers)
    return route.fulfill({ status: response.status, headers, body: Buffer.from(await response.arrayBuffer()) })
  })
  await shown.goto(`${partnerOrigin}/`)
  const [form, answer] = [shown.locator('[data-step]').nth(0), shown.locator('[data-step]').nth(1)]
  await expect(form).toHaveAttribute('data-step', 'form')
  await new FormPage(shown, { bff: bffOrigin, site: partnerOrigin }, answer).register(aVoter())
  await expect(answer).toHaveAttribute('data-step', 'answer')
  // The markdown of the answer is a part that comes later.
  await expect(answer.getByRole('heading', { name: 'Deadlines' })).toBeVisible()
  await answer.evaluate((element) => {
    const { activeElement } = element.getRootNode() as ShadowRoot
    if (activeElement instanceof HTMLElement) activeElement.blur()
    const buttons = element.querySelector('.vr-actions')?.getBoundingClientRect()
    for (const panel of document.querySelectorAll('section'))
      panel.style.height = `${(buttons?.bottom ?? 800) - panel.getBoundingClientRect().top + 32}px`
  })
  return { form, answer }
}

/** Removes what lies below the picture's edge on every machine, so that it can change without a new picture. */
async function takeAway(screen: Locator, below: string): Promise<void> {
  const count = await screen.evaluate((element, selector) => {
    const found = element.querySelectorAll(selector)
    for (const one of found) one.remove()
    return found.length
  }, below)
  expect(count, `elements that match ${below}`).toBeGreaterThan(0)
}

/** Returns the names and texts of a screen in their order, without addresses and the choices of closed lists. */
async function wordsOf(screen: Locator): Promise<string> {
  const lines = (await screen.ariaSnapshot()).split('\n')
  return lines.filter((line) => !/^ *- (option|\/url:)/.test(line)).join('\n')
}

/** Takes a picture of the page as WebP, as good as fits into {@link mostBytes}; the browser itself converts it. */
async function pictureOf(shown: Page): Promise<Buffer> {
  const png = (await shown.locator('main').screenshot({ animations: 'disabled', caret: 'hide' })).toString('base64')
  for (let quality = 95; quality >= 50; quality -= 5) {
    const webp = await shown.evaluate(
      async ({ base64, share }) => {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
        const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
        const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
        canvas.getContext('2d')?.drawImage(bitmap, 0, 0)
        const blob = await canvas.convertToBlob({ type: 'image/webp', quality: share })
        return btoa(String.fromCharCode(...new Uint8Array(await blob.arrayBuffer())))
      },
      { base64: png, share: quality / 100 },
    )
    const picture = Buffer.from(webp, 'base64')
    if (picture.length <= mostBytes) return picture
  }
  throw new Error(`The picture has more than ${mostBytes} bytes in every quality: make it smaller.`)
}

test('the picture in the README shows the current screens', async ({ page: shown }) => {
  const pictures: Buffer[] = []
  let words = ''
  for (const theme of themes) {
    const { form, answer } = await openScreens(shown, theme)
    pictures.push(await pictureOf(shown))
    await takeAway(form, '.vr-consent, .vr-consent ~ *')
    await takeAway(answer, '.vr-actions ~ *')
    words = `The form:\n${await wordsOf(form)}\n\nThe answer:\n${await wordsOf(answer)}`
    await shown.unrouteAll()
  }
  expect(words, 'nothing says that the form is for practice').not.toMatch(
    /practice|sandbox|sample data|localhost|127\.0/i,
  )
  expect(words).toContain('register.state.example')
  const today = `What form-light.webp and form-dark.webp show. Written by \`npm run picture\`.\n\n${words}\n`
  if (process.env.UPDATE_PICTURE === '1') {
    await writeFile(record, today)
    for (const [at, theme] of themes.entries())
      await writeFile(path.join(folder, `form-${theme}.webp`), pictures[at] ?? '')
  }
  for (const theme of themes)
    expect((await readFile(path.join(folder, `form-${theme}.webp`))).length).toBeLessThanOrEqual(mostBytes)
  expect(today, 'the picture is older than the screens: run npm run picture').toBe(await readFile(record, 'utf8'))
})
