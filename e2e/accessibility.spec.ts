/** axe finds nothing on any screen, in either language, light and dark; and the page holds up where the voter's own
 *  settings change how it looks. */
import type { Locator } from '@playwright/test'
import { accessibilityProblems } from './axe.ts'
import { inMain, screens } from './every-screen.ts'
import { expect, test } from './test.ts'

for (const locale of ['en', 'es']) {
  for (const screen of screens) {
    test(`axe finds nothing wrong, light and dark: ${screen.name}, ${locale}${locale === 'en' ? inMain(screen) : ''}`, async ({
      form,
      page,
      stack,
    }) => {
      await page.emulateMedia({ colorScheme: 'light' })
      await screen.bring(form, stack, { props: { locale } })
      await form.expectStep(screen.step)
      expect(await accessibilityProblems(page), 'light').toEqual([])
      const light = await background(form.root)
      await page.emulateMedia({ colorScheme: 'dark' })
      // This screen ends by itself, which axe on a busy machine might not outrun twice.
      if (screen.step === 'sending') await screen.bring(form, stack, { props: { locale } })
      await expect.poll(() => background(form.root)).not.toBe(light)
      await form.expectStep(screen.step)
      expect(await accessibilityProblems(page), 'dark').toEqual([])
    })
  }
}

function background(root: Locator): Promise<string> {
  return root.evaluate((element) => getComputedStyle(element).backgroundColor)
}

test('with forced colors every control still has an outline of its own', async ({ form, page, stack }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  for (const screen of screens) {
    await screen.bring(form, stack)
    await form.expectStep(screen.step)
    const bare = await form.root.locator('input, select, button, a.vr-button').evaluateAll((controls) =>
      controls
        .filter((control) => control.checkVisibility())
        .filter((control) => {
          const { borderTopStyle, borderTopWidth, appearance, textDecorationLine } = getComputedStyle(control)
          // What looks like a link is known by its line.
          if (textDecorationLine === 'underline') return false
          return appearance === 'none' && (borderTopStyle === 'none' || borderTopWidth === '0px')
        })
        .map((control) => control.outerHTML),
    )
    expect(bare, screen.name).toEqual([])
  }
})

test('who asked for less motion sees nothing move', async ({ form, page, stack }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const screen of screens) {
    await screen.bring(form, stack)
    await form.expectStep(screen.step)
    const moving = await page.evaluate(() =>
      document
        .getAnimations()
        .filter(({ playState, effect }) => playState === 'running' && Number(effect?.getComputedTiming().duration) > 1)
        .map(({ effect }) => (effect instanceof KeyframeEffect ? effect.target?.outerHTML : 'unknown')),
    )
    expect(moving, screen.name).toEqual([])
  }
})

test('on paper the answer says where each way on leads', async ({ form, page, stack }) => {
  await screens.find(({ name }) => name === 'answer with two ways on')?.bring(form, stack)
  await form.expectStep('answer')
  await page.emulateMedia({ media: 'print' })
  await expect(form.root.locator('.vr-markdown')).toBeVisible()
  const printed = await form.root.evaluate((root) => root instanceof HTMLElement && root.innerText)
  const hrefs = await form.ways.evaluateAll((links) =>
    links.map((link) => new URL((link as HTMLAnchorElement).href).host),
  )
  expect(hrefs.length).toBe(2)
  for (const href of hrefs) expect(printed).toContain(href)
})

test('every textbox has a name, and an error is part of its description @main', async ({ form, page }) => {
  await form.open()
  await form.send.click()
  await form.summary.waitFor()
  const cdp = await page.context().newCDPSession(page)
  const { nodes } = await cdp.send('Accessibility.getFullAXTree')
  const controls = nodes.filter(({ role }) => ['textbox', 'combobox', 'checkbox'].includes(String(role?.value)))
  expect(controls.length).toBeGreaterThanOrEqual(16)
  expect(controls.filter(({ name }) => String(name?.value ?? '').trim() === '')).toEqual([])
  const isInvalid = (node: (typeof nodes)[number]) =>
    node.properties?.some(({ name, value }) => name === 'invalid' && value.value === 'true') === true
  const invalid = controls.filter(isInvalid)
  expect(invalid.length).toBeGreaterThanOrEqual(8)
  expect(invalid.filter(({ description }) => String(description?.value ?? '').trim() === '')).toEqual([])
})
