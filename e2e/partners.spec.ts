/** Three partners on one BFF, of which one is removed while a voter fills in its form: no partner's data is visible to another's
 *  voters, with React, with the script file and on the hosted page. */
import { execFile } from 'node:child_process'
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { root } from './child.ts'
import { FormPage } from './form-page.ts'
import { aVoter } from './people.ts'
import type { Stack } from './stack.ts'
import { expect, test } from './test.ts'

/** 160 by 40 pixels of #7a1f00. */
const logo = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAKAAAAAoAQMAAABD4mPbAAAAA1BMVEV6HwAz' +
    'Rt7CAAAAEElEQVR42mNgGAWjYBRQCgADSAAB+9GuMQAAAABJRU5ErkJggg==',
  'base64',
)
const river = {
  name: 'River City Votes',
  privacy_url: 'https://river.example/privacy',
  look: { theme: 'light', tokens: { 'color-primary': '#7a1f00', radius: '0' }, logo: 'river.png' },
}
const north = {
  name: 'North Votes',
  privacy_url: 'https://north.example/privacy',
  sms_program: { name: 'North Alerts', monthly: 3 },
  look: { theme: 'light', tokens: { 'color-primary': '#00536b' } },
}
const south = { name: 'South Votes', privacy_url: 'https://south.example/privacy' }
const names = [river.name, north.name, south.name, 'Sample Partner']

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

function write(text: string): void {
  const file = path.join(folder, 'partners.json')
  writeFileSync(`${file}.new`, text)
  renameSync(`${file}.new`, file)
}

async function startWith(stack: Stack, partners: object): Promise<void> {
  write(JSON.stringify(partners))
  await stack.killBff()
  await stack.startBff({ PARTNERS_FILE: path.join(folder, 'partners.json') })
}

const statusOf = async (stack: Stack, partner: string) =>
  (await fetch(`${stack.bff}/settings?partner=${partner}`)).status

/** Opens the partner's hosted page in a separate tab, as its voters see it. */
async function openHosted(page: Page, stack: Stack, partner: string): Promise<FormPage> {
  await page.goto(`${stack.bff}/form?partner=${partner}&locale=en`)
  await page.locator('#form[data-alive]').waitFor()
  return new FormPage(page, stack)
}

/** Expects one partner's name on the page, and no other's. */
async function expectOnly(page: Page, name: string): Promise<void> {
  const text = `${await page.title()} ${await page.content()}`
  expect(names.filter((one) => text.includes(one))).toEqual([name])
}

const colorOf = (form: FormPage) => form.send.evaluate((button) => getComputedStyle(button).backgroundColor)

async function receiptsOf(stack: Stack, partner: string): Promise<{ id: string; partner: string }[]> {
  const command = ['node_modules/voter-registration-server/dist/server/cli.js', 'consent', 'export', '--json']
  const env = { ...process.env, DATA_DIR: stack.dataDir() }
  const { stdout } = await promisify(execFile)(process.execPath, [...command, '--partner', partner], { cwd: root, env })
  return stdout
    .split('\n')
    .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as { id: string; partner: string }]))
}

test('each voter sees and gets one partner’s form, while another is removed and the file breaks @engines', async ({
  browser,
  stack,
  door,
}) => {
  test.skip(door !== 'script', 'The hosted page is the same for both.')
  await startWith(stack, { river, north, south })
  const context = await browser.newContext()
  const [first, second, third] = [await context.newPage(), await context.newPage(), await context.newPage()]
  const atRiver = await openHosted(first, stack, 'river')
  const atNorth = await openHosted(second, stack, 'north')
  const atSouth = await openHosted(third, stack, 'south')

  await expectOnly(first, river.name)
  await expectOnly(second, north.name)
  await expectOnly(third, south.name)
  expect([await colorOf(atRiver), await colorOf(atNorth)]).toEqual(['rgb(122, 31, 0)', 'rgb(0, 83, 107)'])
  const picture = first.getByRole('img', { name: river.name })
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(160)
  await expect(atNorth.subscribe).toBeVisible()
  expect(await atRiver.root.getByRole('checkbox').count()).toBe(1)
  await first.screenshot({ path: test.info().outputPath('river.png') })

  // South is removed while its voter fills in.
  await atSouth.fill(aVoter())
  write(JSON.stringify({ river, north }))
  stack.readFilesAgain()
  await expect.poll(() => statusOf(stack, 'south')).toBe(404)
  await atSouth.send.click()
  await atSouth.expectStep('not-sent')
  await expect(atSouth.root).toContainText('isn’t set up for this organization')
  await expect(atSouth.root.getByRole('link', { name: /official site/ })).toBeVisible()
  await third.reload()
  await expect(third.getByRole('heading', { name: /isn’t set up for this organization/ })).toBeVisible()
  const gone = await third.content()
  expect(names.filter((one) => gone.includes(one))).toEqual([])

  // The previous settings of an invalid entry stay in effect, and the log reports the problem.
  write(JSON.stringify({ river, north: { ...north, privacy_url: 'http://north.example' } }))
  stack.readFilesAgain()
  await expect.poll(() => stack.output()).toContain('north.privacy_url is not an https: address')
  expect(stack.output()).toContain('entries_refused')

  await atRiver.fill(aVoter())
  await atRiver.send.click()
  await atRiver.expectStep('answer')
  await atNorth.fill(aVoter())
  await atNorth.send.click()
  await atNorth.expectStep('answer')

  expect((await receiptsOf(stack, 'river')).map(({ partner }) => partner)).toEqual(['river'])
  expect((await receiptsOf(stack, 'north')).map(({ partner }) => partner)).toEqual(['north'])
  await expect(receiptsOf(stack, 'south')).rejects.toThrow('No receipt names a partner "south"')
  await context.close()
})

test('the element and React name their partner, and an unknown one reads so @engines', { tag: '@door' }, async ({
  form,
  stack,
}) => {
  await startWith(stack, { river, north })
  await form.open({ props: { partner: 'river' } })
  await expect(form.root).toContainText(river.name)
  await form.fill(aVoter())
  await form.send.click()
  await form.expectStep('answer')
  expect((await receiptsOf(stack, 'river')).map(({ partner }) => partner)).toEqual(['river'])

  await form.page.goto(form.address({ props: { partner: 'rivver' } }))
  await expect(form.page.getByRole('alert').first()).toContainText('isn’t set up for this organization')
  for (const name of names) await expect(form.page.locator('body')).not.toContainText(name)
})

test('a brand’s color is painted alike with and without scripts, in both themes', async ({ browser, stack }) => {
  const brands = { yellow: '#ffe600', green: '#0b6b3a', red: '#c8102e', black: '#1a1a1a' }
  const partners = Object.entries(brands).map(([name, color]) => {
    return [name, { ...south, look: { tokens: { 'color-primary': color } } }]
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
