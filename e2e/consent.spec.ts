/** A receipt prints exactly the text that the browser showed: nine languages, by React, by the script file and on the BFF's own
 *  page, with scripts and without. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { root } from './child.ts'
import { FormPage } from './form-page.ts'
import { aVoter } from './people.ts'
import type { Stack } from './stack.ts'
import { expect, test } from './test.ts'

const languages = ['en', 'es', 'zh-Hans', 'vi', 'ko', 'fil', 'ar', 'fr', 'ht', 'zh-Hant', 'km', 'bn', 'hi']

/** Returns the output of a CLI command that runs while the BFF does. */
async function consent(stack: Stack, ...args: string[]): Promise<string> {
  const command = ['node_modules/voter-registration-server/dist/server/cli.js', 'consent', ...args]
  const env = { ...process.env, DATA_DIR: stack.dataDir() }
  return (await promisify(execFile)(process.execPath, command, { cwd: root, env })).stdout
}

interface Exported {
  id: string
  form_language: string
  embed: string
  path: string
  wording_version: string
}

/** Returns the receipts by id. */
async function receipts(stack: Stack): Promise<Map<string, Exported>> {
  const lines = (await consent(stack, 'export', '--json')).split('\n').filter((line) => line !== '')
  return new Map(lines.map((line) => JSON.parse(line) as Exported).map((receipt) => [receipt.id, receipt]))
}

/** Fills the form in, sends it, and compares what was on the screen with what the receipt prints. */
async function sendAndCompare(form: FormPage, stack: Stack, isSubscriber: boolean): Promise<Exported> {
  const before = await receipts(stack)
  await form.fill(aVoter({ phone: '6175550123' }))
  if (isSubscriber) await form.subscribe.check()
  const seen = await form.root.evaluate(readConsent)
  await form.send.click()
  await form.expectStep('answer')
  const fresh = [...(await receipts(stack)).values()].filter(({ id }) => !before.has(id))
  expect(fresh).toHaveLength(1)
  const [receipt] = fresh
  if (receipt === undefined) throw new Error('There is one.')
  const printed = await consent(stack, 'show', receipt.id)
  expect(printed.slice(printed.indexOf('\n\n') + 2)).toBe(`${seen}\n`)
  expect(seen).toContain('[x] ')
  return receipt
}

for (const [place, language] of languages.entries()) {
  test(`a receipt prints what was on the screen: ${language}`, { tag: place === 0 ? '@door' : [] }, async ({
    form,
    stack,
    door,
  }) => {
    await form.open({ props: { locale: language } })
    await expect(form.root).toHaveAttribute('lang', language)
    const receipt = await sendAndCompare(form, stack, place % 2 === 0)
    const [told, path] = door === 'react' ? ['react', '/form.html'] : ['element', '/script.html']
    expect(receipt).toMatchObject({ form_language: language, embed: told, path })
  })

  test(`the BFF's own page has the same receipt, with scripts and without: ${language}`, async ({
    browser,
    stack,
    door,
  }) => {
    // Once is enough: the hosted page does not depend on the door.
    test.skip(door !== 'script', 'the hosted page is the same in both')
    for (const javaScriptEnabled of [true, false]) {
      const context = await browser.newContext({ javaScriptEnabled })
      const page = await context.newPage()
      await page.goto(`${stack.bff}/form?locale=${language}`)
      if (javaScriptEnabled) await page.locator('#form[data-alive]').waitFor()
      const receipt = await sendAndCompare(new FormPage(page, stack), stack, place % 2 === 1)
      expect(receipt).toMatchObject({ form_language: language, embed: 'hosted', path: '/form' })
      await context.close()
    }
  })
}

test('the consent text is in no language much longer than in English', async ({ form, page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const heightIn = async (locale: string) => {
    await form.open({ props: { locale } })
    await expect(form.root).toHaveAttribute('lang', locale)
    await form.root.locator('input[type=checkbox]').first().waitFor()
    return form.root.locator('.vr-consent').evaluate((block) => block.getBoundingClientRect().height)
  }
  const english = await heightIn('en')
  const times: Record<string, number> = {}
  for (const locale of languages) times[locale] = Math.round(((await heightIn(locale)) / english) * 100) / 100
  test.info().annotations.push({ type: 'times English', description: JSON.stringify(times) })
  expect(Object.entries(times).filter(([, factor]) => factor > 1.4)).toEqual([])
})

/**
 * Returns the text of a form's consent block and of its button, each part as a paragraph.
 *
 * @param form the form; in a browser this function is injected into the page, so it uses nothing from outside
 */
function readConsent(form: Element): string {
  const textOf = (element: Element): string => {
    const words = [...element.childNodes].map((node) => {
      // React's server puts comments between text nodes.
      if (!(node instanceof Element)) return node.nodeType === Node.TEXT_NODE ? (node.textContent ?? '') : ''
      if (node.classList.contains('vr-visually-hidden')) return ''
      return node.tagName === 'A' ? `${textOf(node)} <${node.getAttribute('href')}>` : textOf(node)
    })
    return words.join('').replaceAll(/[ \t\n]+/g, ' ')
  }
  const lines: string[] = []
  for (const part of form.querySelectorAll(
    '.vr-consent-heading, .vr-consent p, .vr-consent summary, .vr-consent .vr-checkbox',
  )) {
    if (part.closest('.vr-checkbox') !== part && part.closest('.vr-checkbox') !== null) continue
    const box = part.querySelector('input')
    const [label, hint] = [part.querySelector('label'), part.querySelector('.vr-hint')]
    const before = part.tagName === 'SUMMARY' ? '[+] ' : part.closest('details') === null ? '' : '    '
    lines.push(label === null ? `${before}${textOf(part)}` : `[${box?.checked === true ? 'x' : ' '}] ${textOf(label)}`)
    if (hint !== null) lines.push(`    ${textOf(hint)}`)
  }
  for (const label of form.querySelectorAll('button[type=submit] > span')) lines.push(`[ ${textOf(label)} ]`)
  return `${lines.map((line) => line.trimEnd()).join('\n\n')}\n`
}
