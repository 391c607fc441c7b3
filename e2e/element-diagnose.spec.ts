/** `diagnose()` and `?vr-diagnose`: the report for a site owner, on a page for each mistake. */
import { writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import type { Page } from '@playwright/test'
import type { Diagnosis } from 'voter-registration/element'
import { expect, openForm, test } from './partner-pages.ts'

/** Returns the problems that `diagnose()` reports for the first element of a page, as sentences. */
async function problemsOf(page: Page, frame = page.mainFrame()): Promise<string[]> {
  await frame.locator('voter-registration').waitFor({ state: 'attached' })
  await expect.poll(() => frame.evaluate(() => customElements.get('voter-registration') !== undefined)).toBe(true)
  const found: Diagnosis | undefined = await frame.evaluate(() =>
    document.querySelector('voter-registration')?.diagnose(),
  )
  const problems = found?.checks.filter(({ ok }) => !ok).map(({ text }) => text) ?? ['There is no element.']
  expect(found?.ok).toBe(problems.length === 0)
  return problems
}

test('diagnose finds nothing on a correct page, and loads nothing before @main', async ({ page, partner, watched }) => {
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  const url = partner.put('fine', { body: partner.script + partner.tag() })
  await page.goto(url)
  await page.locator('[data-step]').waitFor()
  expect(watched.requests.filter(({ url: asked }) => asked.endsWith('diagnose.js'))).toEqual([])
  expect(await problemsOf(page)).toEqual([])
  await page.goto(`${url}?vr-diagnose`)
  const fine = () => said.filter((line) => line.startsWith('<voter-registration> ok: ')).length
  // WebKitGTK's driver delivers console lines only together with a command's result.
  await expect.poll(async () => page.evaluate(() => document.readyState).then(fine)).toBe(10)
  expect(said.filter((line) => line.includes('PROBLEM'))).toEqual([])
})

test('diagnose also reports on a form that waits until it is scrolled into view', async ({ page, partner }) => {
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  const far = '<div style="height: 9000px"></div>'
  await page.goto(`${partner.put('far', { body: partner.script + far + partner.tag('loading="lazy"') })}?vr-diagnose`)
  const fine = () => said.filter((line) => line.startsWith('<voter-registration> ok: ')).length
  await expect.poll(fine).toBe(10)
  expect(await page.evaluate(() => scrollY)).toBe(0)
  expect(said.filter((line) => line.includes('PROBLEM'))).toEqual([])
})

test('diagnose is named in the console for failed settings or a retired form', async ({ page, partner, stack }) => {
  const warnings: string[] = []
  page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()))
  await page.goto(partner.put('retired', { body: partner.script + partner.tag() }))
  await page.route(`${stack.bff}/settings`, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), min_form_version: '99.0.0' } })
  })
  await page.reload()
  await expect
    .poll(
      () =>
        warnings.filter((text) => text.includes('Update the package or the script. Open this page with ?vr-diagnose'))
          .length,
    )
    .toBe(1)
  expect((await problemsOf(page)).join()).toContain('is retired: the BFF asks for 99.0.0 or newer (MIN_FORM_VERSION)')
  // These checks begin while the form is still shown.
  const asked = page.waitForEvent('console', (message) => message.text().includes('PROBLEM: Version'))
  const look = page.waitForEvent('console', (message) => message.text().includes(': The form’s colors are readable.'))
  const problems: string[] = []
  page.on('console', (message) => message.text().includes('PROBLEM') && problems.push(message.text()))
  await page.goto(`${page.url()}?vr-diagnose`)
  await Promise.all([asked, look])
  await page.evaluate(() => undefined)
  expect(problems).toEqual([expect.stringContaining('is retired')])
  await page.unroute(`${stack.bff}/settings`)
  await page.route(`${stack.bff}/settings`, (route) => route.abort())
  await page.reload()
  await expect
    .poll(
      () =>
        warnings.filter((text) => text.includes('so the form cannot be submitted. Open this page with ?vr-diagnose'))
          .length,
    )
    .toBe(1)
})

test('diagnose of the module build finds its checks next to the module', async ({ page, partner, watched }) => {
  const script = `<script type="module" src="${partner.file('voter-registration.module.js')}"></script>`
  await page.goto(partner.put('deep/module', { body: script + partner.tag() }))
  await page.locator('[data-step]').waitFor()
  expect(await problemsOf(page)).toEqual([])
  const asked = watched.requests.map(({ url }) => url).filter((url) => url.endsWith('diagnose.js'))
  expect(asked).toEqual([partner.file('diagnose.js')])
})

test('diagnose names the line that the content security policy lacks', async ({ page, partner, stack }) => {
  const headers = { 'Content-Security-Policy': "connect-src 'self'" }
  await page.goto(partner.put('policy', { headers, body: partner.script + partner.tag() }))
  expect(await problemsOf(page)).toEqual([
    `This page's content security policy blocks the BFF. Add ${stack.bff} to its connect-src; where it has none, add: connect-src 'self' ${stack.bff}`,
  ])
})

test('diagnose says so if the policy blocks the checks themselves', async ({ page, partner, request }) => {
  const integrity = (await (await request.get(partner.file('integrity.json'))).json()) as Record<string, string>
  const hash = integrity['voter-registration.js'] ?? ''
  // A policy that allows only the script's hash blocks everything else.
  const headers = { 'Content-Security-Policy': `script-src '${hash}'` }
  const script = `<script async crossorigin="anonymous" integrity="${hash}" src="${partner.file()}"></script>`
  await page.goto(partner.put('hash', { headers, body: script + partner.tag() }))
  expect((await problemsOf(page)).join()).toContain('add its host to script-src')
})

test('diagnose names the origin that the BFF has to allow, and its address', async ({ page, partner, stack }) => {
  const wrong = (base: string) => `${partner.script}<voter-registration api-base="${base}"></voter-registration>`
  // The stack's own site is allowed as 127.0.0.1; under another host name the same page is a different origin.
  const elsewhere = partner.put('origin', { body: partner.script + partner.tag() }).replace('127.0.0.1', 'localhost')
  await page.goto(elsewhere)
  expect(await problemsOf(page)).toEqual([
    `The BFF does not allow this page. Add ${new URL(elsewhere).origin} to its ALLOWED_ORIGINS.`,
  ])
  await page.goto(partner.put('nobody', { body: wrong('http://127.0.0.1:9/api') }))
  expect((await problemsOf(page)).join()).toContain('Nothing answers at http://127.0.0.1:9/api/settings.')
  await page.goto(partner.put('notfound', { body: wrong(`${stack.bff}/nowhere`) }))
  expect((await problemsOf(page)).join()).toContain(`The BFF answered 404 to ${stack.bff}/nowhere/settings.`)
  partner.put('spa/settings', { body: 'a page for every address' })
  await page.goto(partner.put('other', { body: wrong('/spa') }))
  expect((await problemsOf(page)).join()).toContain('Another server than the BFF answers at ')
  await page.goto(partner.put('none', { body: `${partner.script}<voter-registration></voter-registration>` }))
  expect(await problemsOf(page)).toEqual(['Set api-base to the address of your BFF.'])
})

test('diagnose says what to do about a page that was opened as a file', async ({ page, partner }, testInfo) => {
  const file = testInfo.outputPath('page.html')
  writeFileSync(file, `<!doctype html><title>Partner</title>${partner.script}${partner.tag()}`)
  await page.goto(pathToFileURL(file).href)
  expect(await problemsOf(page)).toEqual([
    'A page opened as a file has no origin that the BFF could allow. Open it through a web server.',
  ])
})

test('diagnose counts the scripts, and names a second version', async ({ page, partner }) => {
  await page.route('**/vr/old/voter-registration.js', async (route) => {
    const response = await route.fetch({ url: partner.file() })
    await route.fulfill({ response, body: (await response.text()).replace(/([`"'])\d+\.\d+\.\d+\1/, '"9.9.9"') })
  })
  const old = partner.file('old/voter-registration.js')
  const body = `<script src="${partner.file()}"></script>${partner.tag()}<script src="${old}"></script>`
  await page.goto(partner.put('twice', { body }))
  const problems = await problemsOf(page)
  expect(problems[0]).toBe(`The script is on this page 2 times. Keep one of: ${partner.file()}, ${old}`)
  expect(problems[1]).toMatch(/^Version \d+\.\d+\.\d+ is in use, but this page loads 9\.9\.9 too\. Keep one of them\.$/)
  expect(problems).toHaveLength(2)
})

test.describe('in a sandboxed frame', () => {
  const sandboxed = 'allow-scripts allow-forms allow-same-origin allow-popups allow-popups-to-escape-sandbox'

  test('diagnose says what a sandboxed frame must allow', async ({ page, partner }) => {
    const inner = partner.put('inner', { body: partner.script + partner.tag() })
    await page.goto(partner.put('outer', { body: `<iframe sandbox="allow-scripts" src="${inner}"></iframe>` }))
    await expect.poll(() => page.frames().length).toBe(2)
    const [, frame] = page.frames()
    const problems = await problemsOf(page, frame)
    expect(problems.join('\n')).toContain('a sandboxed frame hides its origin. Add allow-same-origin to the frame.')
    expect(problems.join('\n')).toContain(`Set sandbox="${sandboxed}" on the frame.`)
  })

  test('diagnose names what a sandboxed frame of the same site lacks', async ({ page, partner }) => {
    const inner = partner.put('inner', { body: partner.script + partner.tag() })
    const sandbox = 'allow-scripts allow-same-origin allow-forms'
    await page.goto(partner.put('outer', { body: `<iframe sandbox="${sandbox}" src="${inner}"></iframe>` }))
    await expect.poll(() => page.frames().length).toBe(2)
    expect(await problemsOf(page, page.frames()[1])).toEqual([
      `The frame around this page lacks allow-popups, allow-popups-to-escape-sandbox. Set sandbox="${sandboxed}" on the frame.`,
    ])
  })
})

test('diagnose names language objects that a script changed, without a form too', async ({ page, partner }) => {
  const head = "<script>Object.prototype.extend = 1; Array.prototype.toJSON = () => 'x'</script>"
  await page.goto(partner.put('polluted', { head, body: partner.script + partner.tag() }))
  expect((await problemsOf(page)).join()).toContain(
    'A script of this page has added Object.prototype.extend and Array.prototype.toJSON, which breaks other scripts.',
  )
})

test('diagnose says that a page over http is not confidential', async ({ page, partner }) => {
  await page.route('http://partner.example.org/**', async (route) => {
    const file = /\/vr\/(.+)$/.exec(route.request().url())?.[1]
    if (file === undefined) {
      const tag = '<voter-registration api-base="http://bff.example.org"></voter-registration>'
      const body = `<!doctype html><body><script src="/vr/voter-registration.js"></script>${tag}`
      return route.fulfill({ contentType: 'text/html', body })
    }
    return route.fulfill({ response: await route.fetch({ url: partner.file(file) }) })
  })
  // Like a BFF that does not allow the page's origin: CORS blocks the response.
  const headers = { 'Access-Control-Allow-Origin': 'https://another.example.org' }
  await page.route('http://bff.example.org/**', (route) => route.fulfill({ json: {}, headers }))
  await page.goto('http://partner.example.org/')
  const problems = (await problemsOf(page)).join()
  expect(problems).toContain(
    'The BFF allows no pages over http, such as those of http://partner.example.org. Redirect visitors to https.',
  )
  expect(problems).not.toContain('ALLOWED_ORIGINS')
})

test('diagnose names unreadable colors, each with a readable one', async ({ page, partner }) => {
  const head = '<style>:root { --vr-color-muted: #bbb; --vr-color-border: nonsense }</style>'
  await page.goto(partner.put('colors', { head, body: partner.script + partner.tag('theme="light"') }))
  await page.locator('[data-step]').waitFor()
  expect(await problemsOf(page)).toEqual([
    expect.stringMatching(/--vr-color-muted \(#1c1b22 can be read\), --vr-color-border \(#76737f can be read\)\.$/),
  ])
})

test('a theme that frames focused elements draws no frame around the form', async ({ page, partner, stack }) => {
  const theme = '<style>:where(body :focus) { outline: 2px solid red !important }</style>'
  const form = await openForm(page, stack, partner.put('framed', { body: theme + partner.script + partner.tag() }))
  await form.field('city').focus()
  const around = await page.evaluate(() => {
    const host = document.querySelector('voter-registration')
    return host?.matches(':focus') === true && getComputedStyle(host).outlineStyle
  })
  expect(around).toBe('none')
})
