/** The list of months: a native list does not overflow, it cuts. */
import { languageCodes } from 'voter-registration/contract'
import { expect, test } from './test.ts'

for (const width of [320, 390, 1280]) {
  test(`every month is read whole in every language, with and without an error, at ${width} px`, async ({
    form,
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    for (const locale of languageCodes) {
      await form.open({ props: { locale } })
      await expect(form.root).toHaveAttribute('lang', locale)
      for (const state of ['empty', 'wrong']) {
        if (state === 'wrong') {
          await form.send.click()
          await expect(form.field('month')).toHaveAttribute('aria-invalid', 'true')
        }
        const cut = await form.field('month').evaluate((list) => {
          const { options, clientWidth } = list as HTMLSelectElement
          const { font, paddingInlineStart, paddingInlineEnd } = getComputedStyle(list)
          const inner = clientWidth - Number.parseFloat(paddingInlineStart) - Number.parseFloat(paddingInlineEnd)
          const pen = document.createElement('canvas').getContext('2d')
          if (pen === null) throw new Error('There is no canvas.')
          pen.font = font
          const widths = [...options].map(({ text }) => [text, pen.measureText(text).width] as const)
          return widths.filter(([, wide]) => wide > inner).map(([text, wide]) => `${text}: ${wide} > ${inner}`)
        })
        expect(cut, `${locale}, ${state}`).toEqual([])
      }
    }
  })
}
