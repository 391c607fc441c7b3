/** Every code sample of the documentation that embeds the form, pasted verbatim except for URLs and hashes. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { codeBlocks } from '../.ci/docs/page-blocks.ts'
import packageJson from '../package.json' with { type: 'json' }
import { root } from './child.ts'
import { FormPage, openAnew } from './form-page.ts'
import { expect, openForm, test } from './partner-pages.ts'
import { aVoter } from './people.ts'

const integrity = JSON.parse(
  readFileSync(path.join(root, 'dist/element', packageJson.version, 'integrity.json'), 'utf8'),
) as Record<string, string>

const samples = codeBlocks(root).filter(
  ({ language, text }) => language === 'html' && /<voter-registration|data-voter-registration/.test(text),
)

test('the documentation has samples', () => {
  expect(samples.length).toBeGreaterThan(3)
})

for (const [index, { file, text }] of samples.entries()) {
  test(`${index + 1}. ${file}: ${text.slice(0, 40).replaceAll(/\s+/g, ' ')} shows a form that can be sent`, async ({
    page,
    partner,
    stack,
    watched,
  }) => {
    const sample = text
      .replaceAll(/((?:api-base|data-bff)=")[^"]*/g, `$1${stack.bff}`)
      .replaceAll(/src="[^"]*\/([\w.-]+\.js)"/g, (_, name: string) => `src="${partner.file(name)}"`)
      .replaceAll(/([\w.-]+\.js)" integrity="[^"]*"/g, (_, name: string) => `${name}" integrity="${integrity[name]}"`)
    const script = partner.script.replace(' src=', ` data-bff="${stack.bff}" src=`)
    const body = sample.includes('<script') ? sample : sample + script
    expect(body).toContain(stack.bff)
    const url = partner.put('sample', { body })
    const isClosed = sample.includes('data-voter-registration-open')
    if (isClosed) {
      await openAnew(page, url)
      await page.locator('voter-registration:state(ready)').waitFor({ state: 'attached' })
      await page.locator('[data-voter-registration-open]').click()
    }
    const form = isClosed ? new FormPage(page, stack) : await openForm(page, stack, url)
    await form.register(aVoter())
    await form.expectStep('answer')
    await expect(form.root.locator('.vr-markdown :is(h1, h2, h3, h4, h5, h6)').first()).toBeVisible()
    expect(watched.errors).toEqual([])
  })
}
