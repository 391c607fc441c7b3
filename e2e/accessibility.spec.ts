/** axe finds no violations on any screen, in either language, light and dark; and the page stays usable where the voter's own
 *  settings change its styles. */
import type { Locator } from '@playwright/test'
import { findAccessibilityProblems } from './axe.ts'
import { inMain, screens } from './every-screen.ts'
import { expect, test } from './test.ts'

for (const locale of ['en', 'es']) {
  for (const screen of screens) {
    const title = `axe finds nothing wrong, light and dark: ${screen.name}, ${locale}${locale === 'en' ? inMain(screen) : ''}`
    const tag = locale === 'en' && ['form', 'form with errors'].includes(screen.name) ? '@door' : []
    test(title, { tag }, async ({ formFor, stack }) => {
      const form = await formFor({ colorScheme: 'light' })
      await screen.bring(form, stack, { props: { locale } })
      await form.expectStep(screen.step)
      expect(await findAccessibilityProblems(form.page), 'light').toEqual([])
      const light = await background(form.root)
      const dark = await formFor({ colorScheme: 'dark' })
      // This screen ends by itself; on a busy machine, axe might not finish a second run before that.
      if (screen.step === 'sending' || dark !== form) await screen.bring(dark, stack, { props: { locale } })
      await expect.poll(() => background(dark.root)).not.toBe(light)
      await dark.expectStep(screen.step)
      await transitionsEnd(dark.root)
      expect(await findAccessibilityProblems(dark.page), 'dark').toEqual([])
    })
  }
}

function background(root: Locator): Promise<string> {
  return root.evaluate((element) => getComputedStyle(element).backgroundColor)
}

/** Waits for transitions: a button's background changes over some frames, its text at once. */
function transitionsEnd(root: Locator): Promise<unknown> {
  return root.evaluate((element) =>
    Promise.allSettled(
      element
        .getAnimations({ subtree: true })
        .filter((animation) => animation instanceof CSSTransition)
        .map(({ finished }) => finished),
    ),
  )
}

test('every control keeps its own outline with forced colors @engines', async ({ formFor, stack }) => {
  const form = await formFor({ forcedColors: 'active' })
  for (const screen of screens) {
    await screen.bring(form, stack)
    await form.expectStep(screen.step)
    const bare = await form.root.locator('input, select, button, a.vr-button').evaluateAll((controls) =>
      controls
        .filter((control) => control.checkVisibility())
        .filter((control) => {
          const { borderTopStyle, borderTopWidth, appearance, textDecorationLine } = getComputedStyle(control)
          // A link is recognizable by its underline.
          if (textDecorationLine === 'underline') return false
          return appearance === 'none' && (borderTopStyle === 'none' || borderTopWidth === '0px')
        })
        .map((control) => control.outerHTML),
    )
    expect(bare, screen.name).toEqual([])
  }
})

test('nothing moves for a voter with reduced motion @engines', async ({ formFor, stack }) => {
  const form = await formFor({ reducedMotion: 'reduce' })
  for (const screen of screens) {
    await screen.bring(form, stack)
    await form.expectStep(screen.step)
    const moving = await form.page.evaluate(() =>
      document
        .getAnimations()
        .filter(({ playState, effect }) => playState === 'running' && Number(effect?.getComputedTiming().duration) > 1)
        .map(({ effect }) => (effect instanceof KeyframeEffect ? effect.target?.outerHTML : 'unknown')),
    )
    expect(moving, screen.name).toEqual([])
  }
})

test('every field has its name, and an error is part of its description @main @engines', async ({ form }) => {
  await form.open()
  await form.send.click()
  await form.summary.waitFor()
  const controls = form.root.locator('input, select')
  const count = await controls.count()
  expect(count).toBeGreaterThanOrEqual(16)
  for (let index = 0; index < count; index++) await expect(controls.nth(index)).toHaveAccessibleName(/\S/)
  const invalid = form.root.locator('[aria-invalid=true]')
  const wrong = await invalid.count()
  expect(wrong).toBeGreaterThanOrEqual(8)
  for (let index = 0; index < wrong; index++) await expect(invalid.nth(index)).toHaveAccessibleDescription(/\S/)
})
