/** A form shows its partner and no other's, and a brand's color and logo are painted with scripts and without. */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { root } from './child.ts'
import { aVoter } from './people.ts'
import type { Stack } from './stack.ts'
import { expect, test } from './test.ts'

/** 160 by 40 pixels of #7a1f00. */
const logo = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAKAAAAAoAQMAAABD4mPbAAAAA1BMVEV6HwAz' +
    'Rt7CAAAAEElEQVR42mNgGAWjYBRQCgADSAAB+9GuMQAAAABJRU5ErkJggg==',
  'base64',
)
const river = { name: 'River City Votes', privacy_url: 'https://river.example/privacy' }
const names = [river.name, 'Sample Partner']

let folder: string
test.beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'partners-'))
  writeFileSync(path.join(folder, 'river.png'), logo)
})
test.afterEach(async ({ stack }) => {
  // The next test's BFF does not use the file.
  await stack.killBff()
  rmSync(folder, { recursive: true })
})

function write(partners: object): string {
  const file = path.join(folder, 'partners.json')
  writeFileSync(file, JSON.stringify(partners))
  return file
}

async function startWith(stack: Stack, partners: object): Promise<void> {
  await stack.killBff()
  await stack.startBff({ PARTNERS_FILE: write(partners) })
}

async function receiptsOf(stack: Stack, partner: string): Promise<{ id: string; partner: string }[]> {
  const command = ['node_modules/voter-registration-server/dist/server/cli.js', 'consent', 'export', '--json']
  const env = { ...process.env, DATA_DIR: stack.dataDir() }
  const { stdout } = await promisify(execFile)(process.execPath, [...command, '--partner', partner], { cwd: root, env })
  return stdout
    .split('\n')
    .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as { id: string; partner: string }]))
}

test('the element and React name their partner; an unknown one is reported until SIGHUP loads it @engines', {
  tag: '@door',
}, async ({ form, stack }) => {
  await startWith(stack, { river })
  await form.open({ props: { partner: 'river' } })
  await expect(form.root).toContainText(river.name)
  await form.fill(aVoter())
  await form.send.click()
  await form.expectStep('answer')
  expect((await receiptsOf(stack, 'river')).map(({ partner }) => partner)).toEqual(['river'])

  await form.page.goto(form.address({ props: { partner: 'rivver' } }))
  await expect(form.page.getByRole('alert').first()).toContainText('isn’t set up for this organization')
  for (const name of names) await expect(form.page.locator('body')).not.toContainText(name)
  write({ river, rivver: { ...river, name: 'Rivver Votes' } })
  stack.reload()
  await expect.poll(async () => (await fetch(`${stack.bff}/settings?partner=rivver`)).status).toBe(200)
  await form.page.reload()
  await expect(form.root).toContainText('Rivver Votes')
})

test('a brand’s logo and color appear alike with and without scripts, in both themes', async ({ browser, stack }) => {
  const brands = { yellow: '#ffe600', green: '#0b6b3a', red: '#c8102e', black: '#1a1a1a' }
  const partners = Object.entries(brands).map(([name, color]) => {
    return [name, { ...river, branding: { tokens: { 'color-primary': color }, logo: 'river.png' } }]
  })
  await startWith(stack, Object.fromEntries(partners))
  for (const colorScheme of ['light', 'dark'] as const) {
    const [plain, alive] = [
      await browser.newContext({ colorScheme, javaScriptEnabled: false }),
      await browser.newContext({ colorScheme }),
    ]
    for (const [name, color] of Object.entries(brands)) {
      const painted = []
      for (const context of [plain, alive]) {
        const page = await context.newPage()
        await page.goto(`${stack.bff}/form?partner=${name}&locale=en`)
        if (context === alive) await page.locator('#form[data-alive]').waitFor()
        const picture = page.getByRole('img', { name: river.name })
        await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(160)
        painted.push(await colorsIn(page))
        await page.close()
      }
      expect(painted[0], `${color}, ${colorScheme}`).toEqual(painted[1])
    }
    await Promise.all([plain.close(), alive.close()])
  }
})

/** Returns the colors of the filled button and of a link, as they are on the screen. */
const colorsIn = (page: Page) =>
  page.locator('.vr-root').evaluate((form) => {
    const of = (selector: string, property: 'color' | 'backgroundColor' | 'borderTopColor') => {
      const element = form.querySelector(selector)
      return element === null ? '' : getComputedStyle(element)[property]
    }
    const all = [
      of('.vr-button-primary', 'backgroundColor'),
      of('.vr-button-primary', 'color'),
      of('.vr-button-primary', 'borderTopColor'),
      of('.vr-consent a', 'color'),
    ]
    // One notation: rgb() and color(srgb) may name the same color.
    return all.map((color) => {
      const parts = (color.match(/[\d.]+/g) ?? []).map(Number)
      return parts.map((part) => (color.startsWith('rgb') ? part : Math.round(part * 255)))
    })
  })
