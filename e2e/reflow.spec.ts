/** Narrow columns, large text, wide text, touch targets. */
import type { Page } from '@playwright/test'
import { languageCodes } from 'voter-registration/contract'
import { inMain, type Screen, screens } from './every-screen.ts'
import { type FormPage, openAnew } from './form-page.ts'
import { layoutShift, waitForPaint, watchLayoutShift } from './layout-shift.ts'
import { aVoter, playing } from './people.ts'
import type { Stack } from './stack.ts'
import { expect, test } from './test.ts'

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

const isMain = (locale: string, screen: Screen) => locale === 'es' && inMain(screen) !== ''

for (const locale of ['en', 'es']) {
  const inTest = async (screen: Screen, { form, page, stack }: { form: FormPage; page: Page; stack: Stack }) => {
    await page.setViewportSize({ width: 320, height: 256 })
    await screen.bring(form, stack, { props: { locale } })
    await form.expectStep(screen.step)
    expect(await overflow(page), screen.name).toBe(0)

    await page.addStyleTag({
      content:
        '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }',
    })
    expect(await overflow(page), `${screen.name}, wide text`).toBe(0)
    expect(await clipped(page), `texts that do not fit: ${screen.name}`).toEqual([])
  }

  for (const screen of screens.filter((one) => isMain(locale, one))) {
    test(`nothing scrolls sideways at 320 px, nothing is cut off: ${screen.name}, ${locale} (WCAG 1.4.10, 1.4.12) @main`, ({
      form,
      page,
      stack,
    }) => inTest(screen, { form, page, stack }))
  }

  test(`nothing scrolls sideways at 320 px, nothing is cut off: other screens, ${locale} (WCAG 1.4.10, 1.4.12)`, async ({
    form,
    page,
    stack,
  }) => {
    for (const screen of screens.filter((one) => !isMain(locale, one))) await inTest(screen, { form, page, stack })
  })
}

test('the practice note is aligned with the screen above it at 320, 390 and 800 px', async ({ form, page }) => {
  for (const [scenario, step] of [
    ['auth', 'not-sent'],
    ['html-500', 'outcome-unknown'],
  ] as const) {
    await form.open()
    await form.register(aVoter({ email: playing(scenario) }))
    await form.expectStep(step)
    const notice = form.root.getByText('This is a practice form.')
    for (const width of [320, 390, 800]) {
      await page.setViewportSize({ width, height: 844 })
      const [outer, screen, box] = await Promise.all(
        [form.root, form.root.locator('.vr-heading'), notice].map((part) => part.boundingBox()),
      )
      expect(box?.x, `${step} at ${width} px`).toBe(screen?.x)
      const below = (outer?.y ?? 0) + (outer?.height ?? 0) - (box?.y ?? 0) - (box?.height ?? 0)
      expect(below, `${step} at ${width} px`).toBeCloseTo((screen?.x ?? 0) - (outer?.x ?? 0), 0)
    }
  }
})

for (const viewport of [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
]) {
  test(`late settings move nothing in view, neither by the practice note nor by a check link, at ${viewport.width} px`, async ({
    form,
    page,
    stack,
  }) => {
    await page.setViewportSize(viewport)
    await watchLayoutShift(page)
    for (const layout of ['page', 'steps']) {
      for (const late of [{}, { check_registration: { url: 'https://partner.example/check/' } }]) {
        const practice = form.root.getByText('This is a practice form.')
        await page.unrouteAll()
        await page.route(`${stack.bff}/settings*`, async (route) => {
          const response = await route.fetch()
          await form.field('state').waitFor()
          await waitForPaint(page)
          await expect(practice).toHaveCount(0)
          await route.fulfill({ response, json: { ...((await response.json()) as object), ...late } })
        })
        await openAnew(page, form.address({ props: { layout } }))
        await practice.waitFor()
        const link = form.root.getByRole('link', { name: 'Already registered?' })
        // It is asked at the top, and stands below the state once one is chosen.
        await expect(link).toHaveCount(0)
        expect(await layoutShift(page), `${layout} ${JSON.stringify(late)}`).toBe(0)
      }
    }
  })
}

for (const press of ['pointer', 'keyboard'] as const) {
  test(`a long summary starts with its heading at 400 % zoom, by ${press} (WCAG 1.4.10)`, async ({ form, page }) => {
    await page.setViewportSize({ width: 320, height: 256 })
    await form.open()
    if (press === 'pointer') await form.send.click()
    else {
      await form.field('city').focus()
      await page.keyboard.press('Enter')
    }
    await expect(form.summary).toBeFocused()
    expect((await form.summary.boundingBox())?.height).toBeGreaterThan(256)
    await expect(form.summary.getByRole('heading')).toBeInViewport({ ratio: 1 })
  })
}

/** Returns elements whose text is clipped, without text for screen readers only. */
function clipped(page: Page): Promise<string[]> {
  return page.locator('[data-step] *').evaluateAll((elements) =>
    elements
      .filter((element) => element.clientWidth > 1 && element.checkVisibility())
      .filter((element) => !['INPUT', 'SELECT', 'OPTION'].includes(element.tagName))
      .filter((element) => {
        const { overflowX, overflowY } = getComputedStyle(element)
        const cutsX = overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1
        const cutsY = overflowY !== 'visible' && element.scrollHeight > element.clientHeight + 1
        return cutsX || cutsY
      })
      .map((element) => element.outerHTML.slice(0, 200)),
  )
}

test('no option of a list is cut off, in any language, on a phone, with and without an error', async ({
  form,
  page,
}) => {
  for (const locale of languageCodes) {
    await form.open({ props: { locale } })
    await expect(form.root).toHaveAttribute('lang', locale)
    for (const [width, isWrong] of [
      [320, false],
      [390, false],
      [390, true],
    ] as const) {
      await page.setViewportSize({ width, height: 844 })
      if (isWrong) {
        await form.send.click()
        await form.summary.waitFor()
      }
      const cut = await form.root.locator('select').evaluateAll((lists) =>
        lists.flatMap((list) => {
          const { font, paddingLeft, paddingRight } = getComputedStyle(list)
          const context = document.createElement('canvas').getContext('2d')
          if (context === null || !(list instanceof HTMLSelectElement)) return ['not measured']
          context.font = font
          const room = list.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
          return [...list.options].map(({ text }) => text).filter((text) => context.measureText(text).width > room)
        }),
      )
      expect(cut, `${locale} at ${width} px, ${isWrong ? 'with' : 'without'} errors`).toEqual([])
    }
  }
})

test('every target is at least 44 px high, links in sentences aside (WCAG 2.5.5)', async ({ form, page, stack }) => {
  await page.setViewportSize({ width: 320, height: 800 })
  for (const screen of screens) {
    await screen.bring(form, stack)
    await form.expectStep(screen.step)
    const small = await form.root.locator('input, select, button, a, summary').evaluateAll((controls) =>
      controls
        .filter((control) => control.checkVisibility() && getComputedStyle(control).display !== 'inline')
        .filter((control) => {
          // The whole line of a checkbox is its target.
          const { width, height } = (control.closest('.vr-checkbox') ?? control).getBoundingClientRect()
          return width < 24 || height < 44
        })
        .map((control) => control.outerHTML),
    )
    expect(small, screen.name).toEqual([])
  }
})

test('a whole registration works at 400 % of 1280 px @main', async ({ form, page, stack }) => {
  await page.setViewportSize({ width: 320, height: 256 })
  await screens.find(({ name }) => name === 'answer with two ways on')?.bring(form, stack)
  await form.expectStep('answer')
  await form.ways.first().click()
  await page.waitForURL((url) => url.origin === stack.pages)
})

test('the text grows with the voter’s font size (WCAG 1.4.4)', async ({ form, page }) => {
  await form.open()
  const height = () => form.root.evaluate((root) => root.getBoundingClientRect().height)
  const before = await height()
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
  await expect.poll(height).toBeGreaterThan(before * 1.3)
  expect(await overflow(page)).toBe(0)
})
