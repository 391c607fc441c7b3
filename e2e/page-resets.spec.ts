/** The resets with which CSS frameworks and many sites begin, against the style sheet in the page's own document. The screens are
 *  those of the gallery: every component in every state. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { root } from './child.ts'
import { aVoter } from './people.ts'
import { expect, test } from './test.ts'

const require = createRequire(import.meta.url)
const read = (file: string) => readFileSync(file, 'utf8')
const styles = read(path.join(root, 'dist/styles.css'))

const resets: Readonly<Record<string, string>> = {
  'Tailwind 4': read(require.resolve('@unocss/reset/tailwind-v4.css')),
  'Tailwind 3': read(require.resolve('@unocss/reset/tailwind.css')),
  Bootstrap: read(require.resolve('bootstrap/dist/css/bootstrap-reboot.css')),
  'Eric Meyer': read(require.resolve('@unocss/reset/eric-meyer.css')),
  'all elements':
    '*,*::before,*::after{margin:0;padding:0;border:0;font:inherit;list-style:none;text-decoration:none;vertical-align:baseline}',
}

/** Returns the gallery's examples in English and Arabic, with everything open, as HTML. */
async function readExamples(page: Page, site: string): Promise<string[]> {
  await page.goto(`${site}/gallery.html`)
  await page.locator('.vr-answer .vr-markdown table').first().waitFor()
  await page.waitForLoadState('networkidle')
  return page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true
    return [...document.querySelectorAll('.qa-example')]
      .filter((example) => !example.querySelector('.vr-root:not([lang=en], [lang=ar])'))
      .map((example) => `<div id="${example.id}">${example.querySelector('.qa-column')?.innerHTML}</div>`)
  })
}

/** Sets the page's style sheet. Returns the look of each element: where it is, and what is painted there. */
const readLooks = (page: Page, css: string) =>
  page.evaluate((text) => {
    const sheet = document.querySelector('style')
    if (sheet) sheet.textContent = `${text} *, *::before { animation: none !important; transition: none !important }`
    const sides = ['top', 'right', 'bottom', 'left'].map((side) => `border-${side}`)
    const painted = [
      ...sides.map((side) => `${side}-width`),
      ...'background-color color font-family font-size font-style font-weight line-height text-align'.split(' '),
      ...'appearance border-top-left-radius box-sizing cursor display opacity white-space'.split(' '),
      ...'list-style-position list-style-type text-decoration-line'.split(' '),
    ]
    const found: [name: string, look: Record<string, string>][] = []
    for (const element of document.querySelectorAll('.vr-root, .vr-root *')) {
      // Options and check boxes are drawn by the browser, whatever their styles are.
      if (element.matches('option, br, hr, svg *, [hidden], [type=checkbox]')) continue
      const example = element.closest('body > div')
      const [own, parent] = [element, element.parentElement].map(
        (one) => `${one?.localName}.${one?.getAttribute('class')}`,
      )
      for (const pseudo of ['', '::before', ...(element.matches('li, summary') ? ['::marker'] : [])]) {
        const style = getComputedStyle(element, pseudo)
        if (pseudo === '::before' && style.content === 'none') continue
        const look = Object.fromEntries(painted.map((property) => [property, style.getPropertyValue(property)]))
        for (const side of sides)
          if (look[`${side}-width`] !== '0px') look[`${side}-color`] = style.getPropertyValue(`${side}-color`)
        if (!element.matches('ul, ol, li, summary')) look['list-style-type'] = look['list-style-position'] = ''
        // Where a legend floats and what follows clears it, their boxes differ and their texts do not move.
        if (pseudo === '' && element.checkVisibility() && !element.matches('legend, legend + *')) {
          const { x, y, width, height } = element.getBoundingClientRect()
          const top = y - (example?.getBoundingClientRect().y ?? 0)
          look['place'] = [x, top, width, height].map((pixels) => pixels.toFixed(1)).join(' ')
        }
        found.push([`${example?.id}: ${parent} > ${own}${pseudo}`, look])
      }
    }
    return found
  }, css)

for (const width of [390, 900]) {
  test(`every screen looks the same under page resets, ${width} px wide`, async ({ form, page, stack }) => {
    await page.setViewportSize({ width, height: 1000 })
    await page.goto(form.address({ props: { review: true } }))
    await form.register(aVoter({ agree: false }))
    await form.root.locator('.vr-review').waitFor()
    const review = await form.root.evaluate((shown) => `<div id="review">${shown.outerHTML}</div>`)
    const examples = [review, ...(await readExamples(page, stack.site))]
    expect(examples.length).toBeGreaterThan(50)
    // What a form inherits is the same in all pages.
    const body = 'margin: 0; font: 16px/1.5 sans-serif; --vr-font-family: sans-serif'
    await page.setContent(
      `<!doctype html><html lang="en"><style></style><body style="${body}">${examples.join('')}</body></html>`,
    )
    const drawn = page.locator('progress, [type=checkbox]')
    const draw = async () => [await drawn.first().screenshot(), await drawn.last().screenshot()]
    const wanted = await readLooks(page, styles)
    const wantedDrawn = await draw()
    expect(wanted.length).toBeGreaterThan(1_000)
    for (const [name, reset] of Object.entries(resets)) {
      for (const [order, css] of [
        ['after the form’s', styles + reset],
        ['in an earlier layer', `@layer base{${reset}}@layer form{${styles}}`],
      ] as const) {
        const found = await readLooks(page, css)
        const changed = found.flatMap(([element, look], index) =>
          Object.keys(look)
            .filter((property) => look[property] !== wanted[index]?.[1][property])
            .map((property) => `${element} ${property}: ${wanted[index]?.[1][property]} -> ${look[property]}`),
        )
        expect.soft([...new Set(changed)].slice(0, 40), `${name}, ${order}`).toEqual([])
        expect.soft(await draw(), `${name}, ${order}`).toEqual(wantedDrawn)
      }
    }
  })
}
