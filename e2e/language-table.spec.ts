/** Every language on a phone: nothing scrolls sideways; measures the length of the screens. `npm run languages` stores figures
 *  for its table and pictures for the readers' pages. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { languageCodes } from 'voter-registration/contract'
import { screens } from './every-screen.ts'
import { expect, test } from './test.ts'

const phones = [
  { width: 390, height: 844 },
  { width: 320, height: 568 },
]
const shown = ['form', 'form with errors', 'answer with two ways on', 'not sent', 'may have been sent']
const folder = process.env.LANGUAGES_FOLDER

for (const language of languageCodes) {
  test(`no screen scrolls sideways at 390 and 320 px: ${language}`, async ({ form, page, stack }) => {
    const rows: { screen: string; width: number; phoneScreens: number; overflow: number }[] = []
    for (const screen of screens.filter(({ name }) => shown.includes(name))) {
      await screen.bring(form, stack, { props: { locale: language, layout: 'page' } })
      await form.expectStep(screen.step)
      await expect(form.root).toHaveAttribute('lang', language)
      await page.evaluate(() => document.fonts.ready)
      for (const phone of phones) {
        await page.setViewportSize(phone)
        const { height, overflow } = await form.root.evaluate((root) => ({
          height: root.getBoundingClientRect().height,
          overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
        }))
        const phoneScreens = Math.round((height / phone.height) * 10) / 10
        rows.push({ screen: screen.name, width: phone.width, phoneScreens, overflow })
        if (folder === undefined) continue
        mkdirSync(`${folder}/${language}`, { recursive: true })
        await page.screenshot({ path: `${folder}/${language}/${screen.name}-${phone.width}.png`, fullPage: true })
      }
    }
    if (folder !== undefined) writeFileSync(`${folder}/${language}/measured.json`, JSON.stringify(rows))
    expect(rows.filter(({ overflow }) => overflow > 0)).toEqual([])
  })
}
