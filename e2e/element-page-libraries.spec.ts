/** Libraries that take a page away, restore it, or run its scripts again; and copies of the script file that a plugin has made.
 *  Each table is one test: what is wrong is listed in its message. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { Page } from '@playwright/test'
import packageJson from '../package.json' with { type: 'json' }
import { root } from './child.ts'
import { FormPage } from './form-page.ts'
import { expect, fallbackLink, type Partner, test } from './partner-pages.ts'
import { aVoter } from './people.ts'
import { goBack } from './session-history.ts'
import type { Stack } from './stack.ts'

const require = createRequire(import.meta.url)
const scriptFile = path.join(root, 'dist/element', packageJson.version, 'voter-registration.js')
const given = (page: Page) => page.locator('[autocomplete~="given-name"]')

/** Types a name into a form that has its program: what is drawn before it cannot be kept for another form. */
async function typeName(page: Page): Promise<void> {
  await page.locator('voter-registration:state(ready)').waitFor()
  await given(page).fill('Ada')
}

/** Waits until the page has come to rest, and returns its forms and what is typed in each. */
async function formsOf(page: Page): Promise<string> {
  const read = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('voter-registration')].map((element) => {
        const roots = [element.shadowRoot, element]
        const control = roots.map((one) => one?.querySelector<HTMLInputElement>('[autocomplete~="given-name"]'))
        return control.find((one) => one)?.value ?? 'no form'
      }),
    )
  let before: string[] = []
  const isAtRest = async () => {
    const last = JSON.stringify(before)
    before = await read()
    return JSON.stringify(before) === last && !before.includes('no form')
  }
  // Where it never rests, the table shows what was there at the end.
  await expect
    .poll(isAtRest, { intervals: [300], timeout: 10_000 })
    .toBe(true)
    .catch(() => undefined)
  return `${before.length}: ${before.join()}`
}

/** The three ways to ask for the form on a page. */
const waysToAsk = (partner: Partner, stack: Stack) => ({
  'script tag': `<script src="${partner.file()}" data-api-base="${stack.bff}"></script>`,
  'marked div': `<div data-voter-registration>${fallbackLink}</div><script src="${partner.file()}" data-bff="${stack.bff}"></script>`,
  'own tag': partner.script + partner.tag(),
  'own tag, isolation none': partner.script + partner.tag('isolation="none"'),
})

test('Turbo shows one form after each return, with its input, none elsewhere', async ({ page, partner, stack }) => {
  await page.route('**/turbo.js', (route) => route.fulfill({ path: require.resolve('@hotwired/turbo') }))
  const head = '<script src="/turbo.js" defer></script><meta name="turbo-refresh-method" content="morph">'
  partner.put('b', { head, body: '<h1>B</h1><a href="/a">A</a>' })
  const results: string[] = []
  for (const [name, body] of Object.entries(waysToAsk(partner, stack))) {
    const say = async (what: string) => results.push(`${name}, ${what} → ${await formsOf(page)}`)
    const link = '<a href="/b">B</a>'
    await page.goto('about:blank')
    await page.goto(partner.put('a', { head, body: `${link}<main>${body}</main>` }))
    await typeName(page)
    const morph = () =>
      page.evaluate(() => {
        const { Turbo } = window as unknown as { Turbo: { session: { refresh(url: string): void } } }
        Turbo.session.refresh(location.href)
      })
    const away = async () => {
      await page.getByRole('link', { name: 'B', exact: true }).click()
      await page.getByRole('heading', { name: 'B', exact: true }).waitFor()
    }
    await away()
    await say('elsewhere')
    await goBack(page)
    await page.getByRole('link', { name: 'B', exact: true }).waitFor()
    await say('back')
    await away()
    await goBack(page)
    await page.getByRole('link', { name: 'B', exact: true }).waitFor()
    await say('back again')
    await away()
    await page.getByRole('link', { name: 'A', exact: true }).click()
    await page.getByRole('link', { name: 'B', exact: true }).waitFor()
    await say('by a link')
    partner.put('a', { head, body: `${link}<main>${body}</main><p>New</p>` })
    await morph()
    await page.getByText('New', { exact: true }).waitFor()
    await say('morphed')
    partner.put('a', { head, body: `${link}<main></main><p>Newer</p>` })
    await morph()
    await page.getByText('Newer', { exact: true }).waitFor()
    await say('morphed into a page without it')
  }
  const expected = Object.keys(waysToAsk(partner, stack)).flatMap((name) => [
    `${name}, elsewhere → 0: `,
    ...['back', 'back again', 'by a link', 'morphed'].map((what) => `${name}, ${what} → 1: Ada`),
    `${name}, morphed into a page without it → 0: `,
  ])
  expect(results).toEqual(expected)
})

/** The mechanisms that take no element away. */
const stayIn = /^(run again|moved|shown)/

declare global {
  interface Window {
    served: string
  }
}

/** What libraries do with the part of a page that holds the script tag; run in the page. */
const mechanisms = {
  'run again in its place': (main: Element) => runScripts(main),
  'restored from HTML, not run': async (main: Element) => {
    const html = main.innerHTML
    main.innerHTML = ''
    await Promise.resolve()
    main.innerHTML = html
  },
  'restored from HTML and run': async (main: Element) => {
    const html = main.innerHTML
    main.innerHTML = ''
    await new Promise((done) => setTimeout(done))
    main.innerHTML = html
    runScripts(main)
  },
  'loaded anew, not run': (main: Element) => {
    main.innerHTML = window.served
  },
  'loaded anew and run': (main: Element) => {
    main.innerHTML = window.served
    runScripts(main)
  },
  'replaced by its clone': (main: Element) => main.replaceWith(main.cloneNode(true)),
  'replaced by its clone, and run': (main: Element) => {
    const clone = main.cloneNode(true) as Element
    main.replaceWith(clone)
    runScripts(clone)
  },
  'taken away and put back': async (main: Element) => {
    main.remove()
    await new Promise((done) => setTimeout(done))
    document.body.append(main)
  },
  moved: (main: Element) => document.body.prepend(main),
  'shown from the back/forward cache': () => {
    dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  },
  'loaded anew twice at once': (main: Element) => {
    main.innerHTML = window.served
    main.innerHTML = window.served
    runScripts(main)
    runScripts(main)
  },
  // Last: it leaves a script tag outside.
  'moved, its script tag alone': (main: Element) => {
    const script = main.querySelector('script')
    if (script === null) return
    script.remove()
    document.body.append(copyOf(script))
  },
} as const

function copyOf(script: HTMLScriptElement): HTMLScriptElement {
  const copy = document.createElement('script')
  for (const { name, value } of script.attributes) copy.setAttribute(name, value)
  return copy
}
function runScripts(main: Element): void {
  for (const script of main.querySelectorAll('script')) script.replaceWith(copyOf(script))
}

test('a script tag restored by a library creates one form, with its input', async ({ page, partner, stack }) => {
  const found: string[] = []
  const expected: string[] = []
  for (const [name, body] of Object.entries(waysToAsk(partner, stack))) {
    const url = partner.put('page', { body: `<main>${body}</main>` })
    let last = ''
    for (const [how, run] of Object.entries(mechanisms)) {
      if (last !== '1: Ada') {
        await page.goto('about:blank')
        await page.goto(url)
        await typeName(page)
      }
      const tools = [copyOf, runScripts].map(String).join('\n')
      await page.evaluate(
        `(async () => { window.served = ${JSON.stringify(body)}; ${tools}; await (${String(run)})(document.querySelector('main')) })()`,
      )
      last = await formsOf(page)
      found.push(`${name}, ${how} → ${last}`)
      // What a page itself takes away is gone, unless the form is a script tag's.
      const stays = name === 'script tag' || stayIn.test(how)
      expected.push(`${name}, ${how} → 1: ${stays ? 'Ada' : ''}`)
    }
  }
  expect(found).toEqual(expected)
})

test('input reaches no other page, shared device or page without the form', async ({ page, partner, stack }) => {
  const found: string[] = []
  const { 'script tag': script } = waysToAsk(partner, stack)
  const restore = (before: string) =>
    `${before}; const html = main.innerHTML; main.innerHTML = ''; await new Promise((done) => setTimeout(done)); main.innerHTML = html`
  for (const [what, body, run] of [
    ['another page', script, restore("history.pushState(null, '', '/other')")],
    ['kiosk', script.replace('data-api', 'data-kiosk data-api'), restore('')],
    ['removed', script, "main.querySelector('voter-registration').remove()"],
    ['two tags', script + script, ''],
  ] as const) {
    await page.goto('about:blank')
    await page.goto(partner.put('page', { body: `<main>${body}</main>` }))
    await page.locator('[autocomplete~="given-name"], [id$="-firstName"]').first().fill('Ada')
    await page.evaluate(`(async () => { const main = document.querySelector('main'); ${run} })()`)
    if (what === 'kiosk') {
      await page.locator('[id$="-firstName"]').waitFor()
      found.push(`${what} → ${await page.locator('[id$="-firstName"]').inputValue()}`)
    } else found.push(`${what} → ${await formsOf(page)}`)
  }
  expect(found).toEqual(['another page → 1: ', 'kiosk → ', 'removed → 0: ', 'two tags → 2: Ada,'])
})

test('a copied script file works, or the console names what is missing', async ({ page, partner, stack }) => {
  test.slow(true, 'A voter registers with each of the copies, one after the other.')
  const file = await readFile(scriptFile, 'utf8')
  const combined = `window.before = 1;\n${file}\n;window.after = 1`
  await page.route('**/cache/all.js', (route) => route.fulfill({ contentType: 'text/javascript', body: combined }))
  await page.route('**/cache/loader.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: `(0, eval)(${JSON.stringify(file)})` }),
  )
  await page.route('**/copy.txt', (route) => route.fulfill({ contentType: 'text/plain', body: file }))
  const { bff } = stack
  const tag = partner.tag()
  const inline = file.replaceAll('</script', '<\\/script')
  const options = `data-api-base="${bff}"`
  const marked = '<div data-voter-registration></div>'
  const combine = (attributes = '') => `<script src="/cache/all.js" ${attributes}></script>`
  const inlineCopy = (attributes = '') => `<script ${attributes}>${inline}</script>`
  const evaluate = `<script>fetch('/copy.txt').then((r) => r.text()).then((text) => (0, eval)(text))</script>`
  const load = (place: string, address: string, more = '') =>
    `<script>setTimeout(async () => { const s = document.createElement('script'); s.src = ${address}; ${more} document.querySelector('${place}').append(s) })</script>`
  const blob = "URL.createObjectURL(await (await fetch('/copy.txt')).blob())"
  const own = `'${partner.file()}'`
  const module = (name: string, attributes = '') =>
    `<script type="module" src="${partner.file(name)}" ${attributes}></script>`
  const ways: readonly (readonly [name: string, body: string, is: string])[] = [
    ['combined', combine('defer') + tag, 'whole'],
    ['combined, with options', combine(options), 'whole'],
    ['combined, a marked div and data-bff', marked + combine(`data-bff="${bff}"`), 'whole'],
    ['combined, a marked div', marked + combine(), 'says: Set data-bff on the script tag'],
    ['combined, its tag removed', combine(), 'says: (http://ORIGIN/cache/all.js) runs, but no element asks for it'],
    ['inlined', inlineCopy() + tag, 'whole'],
    ['inlined, with options', inlineCopy(options), 'whole'],
    ['inlined, its options removed', inlineCopy(), 'says: (a copy inside the page) runs, but no element asks for it'],
    ['evaluated by a loader', `<script src="/cache/loader.js"></script>${tag}`, 'whole'],
    ['evaluated later', evaluate + tag, 'whole'],
    ['evaluated later, nothing asks', evaluate, 'says: (a copy inside the page) runs'],
    ['from a blob', load('head', blob) + tag, 'whole'],
    ['as a module, with options', module('voter-registration.js', options), 'whole'],
    ['the module file, with options', module('voter-registration.module.js', options), 'whole'],
    ['imported', `<script type="module">import(${own})</script>${tag}`, 'whole'],
    ['by a tag manager', load('head', own) + tag, 'whole'],
    ['by a tag manager, nothing asks', load('head', own), 'says: Add <voter-registration api-base='],
    ['by a tag manager, with options', `<main></main>${load('main', own, `s.dataset.apiBase = '${bff}';`)}`, 'whole'],
    [
      'combined, and a BFF without the files',
      combine() + tag,
      `says: program.js cannot be loaded. Tried ${bff}/element/`,
    ],
  ]
  const found: string[] = []
  for (const [name, body, is] of ways) {
    const lines: string[] = []
    const listen = (message: { text(): string }) => lines.push(message.text())
    page.on('console', listen)
    const isBare = name.includes('without the files')
    if (isBare) await page.route(`${bff}/element/**`, (route) => route.fulfill({ status: 404, body: '' }))
    await page.goto('about:blank')
    await page.goto(partner.put('page', { body }))
    const expected = is.replace('says: ', '').replace('ORIGIN', new URL(partner.origin).host)
    const isSaid = () => expect.poll(() => lines.some((line) => line.includes(expected))).toBe(true)
    let result: string
    if (is === 'whole') {
      const form = new FormPage(page, stack)
      await form.register(aVoter())
      await form.expectStep('answer')
      await form.root.locator('.vr-markdown :is(h1, h2, h3, h4)').first().waitFor()
      result = 'whole'
    } else
      result = await isSaid().then(
        () => is,
        () => `said nothing of it: ${lines.join(' | ')}`,
      )
    found.push(`${name} → ${result}, ${await page.locator('voter-registration').count()} form`)
    page.off('console', listen)
  }
  expect(found).toEqual(
    ways.map(([name, , is]) => `${name} → ${is}, ${is === 'whole' || name.includes('without the files') ? 1 : 0} form`),
  )
})
