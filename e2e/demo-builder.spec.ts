/** The demo's snippet builder, which generates the code for a partner's page and previews the form. */
import type { Locator, Page } from '@playwright/test'
import { contrastOf, languageCodes } from 'voter-registration/contract'
import { accessibilityProblems } from './axe.ts'
import { expect, test } from './demo-server.ts'
import { watch } from './watcher.ts'

test('writes the code for each kind of page, and shows the form as chosen', async ({ demo, page, request }) => {
  await page.goto(`${demo.url}tools/builder.html`)
  const code = page.locator('[data-code=code]')
  const hashes = (await (await request.get(`${demo.url}element/integrity.json`)).json()) as Record<string, string>
  await expect(code).toContainText(`integrity="${hashes['voter-registration.js']}"`)
  await page.getByLabel('Theme', { exact: true }).selectOption('dark')
  await page.getByLabel('Language', { exact: true }).selectOption('es')
  await page.getByLabel('Public name').fill('acme')
  await expect(code).toContainText('partner="acme" locale="es" theme="dark"')
  const form = page.locator('[data-step]')
  await expect(form).toHaveAttribute('data-theme', 'dark')
  await expect(form).toHaveAttribute('lang', 'es')
  await expect(code).toContainText('voter-form-facts.js" integrity="sha384-')
  await form.getByRole('combobox', { name: 'Estado' }).selectOption('TN')
  await expect(form.locator('.vr-facts-slot summary').first()).toBeVisible()
  for (const [kind, text] of [
    ['B.', '<div data-voter-registration'],
    ['C.', 'data-api-base='],
    ['D.', '/form?partner=acme&amp;locale=es&amp;theme=dark'],
    ['E.', "appearance={{ theme: 'dark' }}"],
  ] as const) {
    await page.getByRole('radio', { name: kind }).check()
    await expect(code).toContainText(text)
  }
  await expect(page.locator('[data-code=policy]')).toHaveText('connect-src https://register.partner.example')
})

test('copies what it shows, by keyboard', async ({ browser, demo }) => {
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] })
  const page = await context.newPage()
  await page.goto(`${demo.url}tools/builder.html`)
  await page.getByRole('radio', { name: 'A.' }).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  const copy = page.getByRole('button', { name: 'Copy: Snippet C' })
  await page.keyboard.press('Tab')
  await expect(copy).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Copied')).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toBe(await page.locator('[data-code=code]').innerText())
  await context.close()
})

test('makes the hosted page’s address, and its frame, by keyboard', async ({ demo, page }) => {
  await page.goto(`${demo.url}tools/builder.html`)
  const { bff } = (await (await page.request.get(`${demo.url}config.json`)).json()) as { bff: string }
  await page.getByLabel('Your BFF').fill(new URL(bff, demo.url).href)
  const hosted = page.getByRole('region', { name: /A link or a frame/ })
  await hosted.getByLabel('Language of the page').focus()
  await page.keyboard.type('Espa')
  await hosted.getByLabel('Shared tablet').focus()
  await page.keyboard.type('90')
  const address = await hosted.locator('[data-code=address]').innerText()
  expect(new URL(address).search).toBe('?locale=es&kiosk=90')
  await expect(hosted.locator('[data-code=frame]')).toContainText('locale=es&amp;kiosk=90" loading="lazy"')
  await page.goto(address)
  await expect(page.locator('html')).toHaveAttribute('lang', 'es')
  await expect(page.locator('form')).toHaveAttribute('autocomplete', 'off')
})

for (const theme of ['light', 'dark'] as const) {
  test(`axe finds nothing wrong, and nothing is cut off at 320 px: ${theme}`, async ({ context, demo, page }) => {
    const watched = watch(context)
    await page.emulateMedia({ colorScheme: theme })
    await page.setViewportSize({ width: 320, height: 800 })
    await page.goto(`${demo.url}tools/builder.html`)
    await page.locator('[data-step=form]').waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
    expect(watched.errors).toEqual([])
  })
}

test('the preview is the form in every language, each offered by its own name', async ({ demo, page }) => {
  await page.goto(`${demo.url}tools/builder.html`)
  const language = page.getByLabel('Language', { exact: true })
  const form = page.locator('[data-step=form]')
  await form.waitFor()
  for (const code of languageCodes) {
    await language.selectOption(code)
    await expect(form).toHaveAttribute('lang', code)
    await expect(language.locator('option:checked')).toHaveAttribute('lang', code)
    await expect(page.locator('[data-code=code]')).toContainText(`locale="${code}"`)
  }
})

test('a color that is none is named beside its field, and preview and code keep the last good one', async ({
  demo,
  page,
}) => {
  await page.goto(`${demo.url}tools/builder.html`)
  const code = page.locator('[data-code=code]')
  const color = page.getByLabel('Color of buttons and links')
  const button = page.locator('[data-step] .vr-button-primary')
  for (const [bad, kept] of [
    ['blurple', 'the default'],
    ['#12', '#00553a'],
  ] as const) {
    await color.fill(bad)
    await color.press('Tab')
    const problem = `“${bad}” is not a hex color. Write # and 3 or 6 digits from 0 to 9 and a to f, for example #46389e. Preview and code keep ${kept}.`
    await expect(color).toHaveAttribute('aria-invalid', 'true')
    await expect(color).toHaveAccessibleDescription(new RegExp(`^${problem.replaceAll('.', String.raw`\.`)} `))
    await expect(page.getByRole('alert').filter({ hasText: bad })).toHaveText(problem)
    await expect(code).not.toContainText(bad)
    if (bad === '#12') {
      await expect(code).toContainText('#00553a')
      await expect(button).toHaveCSS('background-color', 'rgb(0, 85, 58)')
    }
    await color.fill('#00553a')
    await expect(color).not.toHaveAttribute('aria-invalid')
    await expect(color).toHaveAccessibleDescription(
      'A hex color such as #46389e, like the colors below. Default: violet.',
    )
    await expect(button).toHaveCSS('background-color', 'rgb(0, 85, 58)')
  }
})

test('no choice breaks the policy of the page, and each is seen in the preview', async ({ context, demo, page }) => {
  const watched = watch(context)
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile, lineNumber }) =>
      console.error(`violation of ${effectiveDirective}: ${blockedURI} ${sourceFile}:${lineNumber}`),
    )
  })
  await page.goto(`${demo.url}tools/builder.html`)
  const options = page.getByRole('region', { name: '2. Options' })
  const preview = page.getByRole('region', { name: '4. Preview' })
  const form = preview.locator('[data-step=form]')
  await form.waitFor()
  for (const select of await options.getByRole('combobox').all()) {
    const usual = await select.inputValue()
    for (const value of await select
      .locator('option')
      .evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value))) {
      await select.selectOption(value)
      await expect(preview.locator('voter-registration')).toBeAttached()
      await expect(form.or(preview.getByRole('button').first()).first()).toBeVisible()
    }
    await select.selectOption(usual)
  }
  await options.getByLabel('Display').selectOption('dialog')
  await preview.getByRole('button', { name: 'Open the form' }).click()
  await expect(page.getByRole('dialog').locator('[data-step=form]')).toBeVisible()
  await page.keyboard.press('Escape')
  await options.getByLabel('Display').selectOption('')
  await options.getByLabel("The page's styles").selectOption('none')
  await expect(
    page.locator('voter-registration > [data-step], voter-registration > * [data-step]').first(),
  ).toBeVisible()
  await options.getByLabel("The page's styles").selectOption('')
  for (const name of ['buttons and links', 'the background', 'text', 'the focus ring', 'errors']) {
    await options.getByLabel(`Color of ${name}`).fill('#335577')
  }
  await options.getByLabel('Your own texts').fill('{"form.heading":"Get registered"}')
  await expect(form.getByRole('heading', { name: 'Get registered' })).toBeVisible()
  for (const kind of await page.getByRole('group', { name: 'Your page is' }).getByRole('radio').all()) {
    await kind.press('Space')
    await expect(kind).toBeChecked()
    if ((await kind.inputValue()) === 'D') {
      await expect(preview.frameLocator('iframe').locator('[data-step=form]')).toBeVisible()
      // frame.js makes it as tall as the form. Browsers lay out a cross-site frame only when it is in view.
      await preview.locator('iframe').scrollIntoViewIfNeeded()
      await expect(preview.locator('iframe')).toHaveAttribute('style', /^height: \d+px;?$/)
    } else await expect(form).toBeVisible()
  }
  expect(watched.errors).toEqual([])
  expect(watched.console.filter((line) => /policy/i.test(line))).toEqual([])
})

const sets = [
  { 'buttons and links': '#ffdd00' },
  { 'buttons and links': '#7a8fff', 'the focus ring': '#d0d0d0', errors: '#ff8877' },
  { 'the background': '#2b4a3f', text: '#88aa99', 'buttons and links': '#335577' },
  { text: '#9a9a9a', 'the background': '#f2e6c8', errors: '#cc8800', 'the focus ring': '#e0c060' },
] as const

for (const theme of ['light', 'dark'] as const) {
  for (const [index, set] of sets.entries()) {
    test(`the contrast that is shown is that of the colors on the screen: ${theme}, ${index + 1}`, async ({
      demo,
      page,
    }) => {
      await page.emulateMedia({ colorScheme: theme })
      await page.goto(`${demo.url}tools/builder.html`)
      const form = page.locator('[data-step=form]')
      await form.waitFor()
      for (const [name, color] of Object.entries(set)) await page.getByLabel(`Color of ${name}`).fill(color)
      // Errors are shown in the form, and the focus moves to its first field.
      await form.locator('.vr-button-primary').click()
      await form.locator('.vr-error').first().waitFor()
      // A button below the pointer has another color.
      await page.mouse.move(0, 0)
      await form.locator('.vr-select').first().focus()
      await page.keyboard.press('Tab')
      await expect(async () => {
        const painted = await paintedIn(form)
        const shown = await shownIn(page, theme)
        expect(Object.keys(shown).length).toBeGreaterThan(1)
        for (const [token, figure] of Object.entries(shown)) {
          const { [token]: onScreen } = painted
          if (onScreen === undefined) continue
          // Rounded down to one decimal.
          expect(onScreen, token).toBeGreaterThan(figure - 0.03)
          expect(onScreen, token).toBeLessThan(figure + 0.13)
        }
      }).toPass({ timeout: 30_000 })
    })
  }
}

/** Returns the figures of the builder's table, by the name of the color. */
async function shownIn(page: Page, theme: 'light' | 'dark'): Promise<Record<string, number>> {
  const rows = await page.locator('.builder-contrasts tbody tr').all()
  const figures = rows.map(async (row) => {
    const text = await row
      .getByRole('cell')
      .nth(theme === 'light' ? 0 : 1)
      .innerText()
    return [await row.getAttribute('data-color'), Number.parseFloat(text)]
  })
  return Object.fromEntries(await Promise.all(figures))
}

/** Returns the contrast of the painted colors, by name; the lower one where the color is also used on tinted boxes. */
async function paintedIn(form: Locator): Promise<Record<string, number>> {
  const colors = await form.evaluate((root) => {
    const color = (text: string) => {
      const parts = (/\(([^)]*)\)/.exec(text)?.[1] ?? '').split(/[ ,/]+/).filter((part) => part !== 'srgb')
      const all = parts.map((part, at) => (text.startsWith('rgb') && at < 3 ? Number(part) / 255 : Number(part)))
      return all.length === 3 ? [...all, 1] : all
    }
    const one = (selector: string) => {
      const element = root.querySelector(selector)
      if (element === null) throw new Error(`The preview has no ${selector}.`)
      return getComputedStyle(element)
    }
    const sheet = [...root.querySelectorAll('*')]
      .map((element) => color(getComputedStyle(element).backgroundColor))
      .find(([, , , opaque]) => opaque === 1)
    const box = document.createElement('i')
    box.style.background = 'var(--_wash)'
    root.append(box)
    const shade = color(getComputedStyle(box).backgroundColor)
    box.remove()
    const own = color(getComputedStyle(root).backgroundColor)
    const surface = own[3] === 1 ? own : (sheet ?? [])
    const [button, field] = [one('.vr-button-primary'), one('.vr-input')]
    return {
      'color-on-primary': [color(button.color), color(button.backgroundColor)],
      accent: [color(one('.vr-consent a').color), surface, shade],
      'color-on-surface': [color(one('.vr-heading').color), surface],
      wash: [color(one('.vr-heading').color), shade],
      'input-background': [color(field.color), color(field.backgroundColor)],
      'color-focus': [color(one(':focus-visible').outlineColor), surface, shade],
      'color-danger': [color(one('.vr-error').color), surface, shade],
      'color-muted': [color(one('.vr-hint').color), surface, shade],
      'color-border': [color(one('.vr-select:not([aria-invalid=true])').borderTopColor), surface, shade],
    }
  })
  const hex = (color: readonly number[]) =>
    `#${color
      .slice(0, 3)
      .map((part) =>
        Math.round(part * 255)
          .toString(16)
          .padStart(2, '0'),
      )
      .join('')}`
  return Object.fromEntries(
    Object.entries(colors).map(([token, [color = [], ...grounds]]) => [
      token,
      Math.min(...grounds.map((ground) => contrastOf(hex(color), hex(ground)) ?? 0)),
    ]),
  )
}
