/** The element on third-party pages: how it is loaded and moved, and what it emits. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createSnippet, defaultChoices } from '../demo/tools/builder/snippets.ts'
import packageJson from '../package.json' with { type: 'json' }
import { FormPage } from './form-page.ts'
import { expect, fallbackLink, getEvents, listenForEvents, openForm, test } from './partner-pages.ts'
import { aVoter, playing } from './people.ts'

const oneForm = (page: import('@playwright/test').Page) => expect(page.locator('[data-step]')).toHaveCount(1)

test.describe('loading the form', () => {
  test('one tag and one script (A) are a form, from three origins @main', async ({ page, partner, stack, watched }) => {
    await listenForEvents(page)
    const form = await openForm(page, stack, partner.put('a', { body: partner.script + partner.tag('partner="acme"') }))
    await expect(page.getByText('Register at official.example')).toBeHidden()
    await form.register(aVoter())
    await form.expectStep('answer')
    expect((await getEvents(page)).map(([type]) => type)).toEqual(['vr-ready', 'vr-start', 'vr-submit', 'vr-result'])
    for (const [, detail] of await getEvents(page)) {
      expect(detail).toMatchObject({ partner: 'acme', version: expect.any(String), instanceId: expect.any(String) })
    }
    const origins = new Set(watched.requests.map(({ url }) => new URL(url).origin).filter((one) => one !== 'null'))
    expect(origins).toEqual(new Set([partner.origin, new URL(partner.file()).origin, stack.bff]))
    expect(watched.errors).toEqual([])
  })

  test('the builder’s snippet is a form, with the script’s hash @main', async ({ page, partner, stack, watched }) => {
    // As the builder reads them.
    const integrity: Record<string, string> = JSON.parse(await readFile('dist/demo/element/integrity.json', 'utf8'))
    const files = `${stack.bff}/element/${packageJson.version}`
    const places = { files, integrity, apiBase: stack.bff, officialUrl: 'https://official.example/' }
    const body = createSnippet('A', defaultChoices, places)
    expect(body).toContain(`integrity="${integrity['voter-registration.js']}"`)
    await openForm(page, stack, partner.put('snippet', { body }))
    await oneForm(page)
    expect(watched.errors).toEqual([])
  })

  test('a marked element, also one that comes later (B), becomes the form @main', async ({ page, partner, stack }) => {
    const marked = `<div data-voter-registration data-api-base="${stack.bff}" data-heading-level="3">${fallbackLink}</div>`
    const script = `<script async src="${partner.file()}" data-bff="${stack.bff}"></script>`
    const form = await openForm(page, stack, partner.put('b', { body: `<main>${marked}</main>${script}` }))
    await expect(page.getByRole('heading', { level: 3, name: 'Register to vote' })).toBeVisible()
    await page.evaluate((html) => document.body.insertAdjacentHTML('beforeend', html), marked)
    await expect(page.locator('[data-step]')).toHaveCount(2)
    await expect(form.root.first()).toBeVisible()
  })

  test('a marked element becomes a form that sends to the script’s server', async ({ page, partner, stack }) => {
    const src = `${stack.bff}/element/${packageJson.version}/voter-registration.js`
    const body = `<div data-voter-registration data-partner="other">Fallback</div><script async src="${src}" data-partner="acme"></script>`
    await openForm(page, stack, partner.put('own', { body }))
    const element = page.locator('voter-registration')
    await expect(element).toHaveAttribute('api-base', stack.bff)
    await expect(element).toHaveAttribute('partner', 'acme')
  })

  test('a script tag alone inserts the form at its own position (C) @main', async ({ page, partner, stack }) => {
    const script = `<script async src="${partner.file()}" data-api-base="${stack.bff}" data-locale="es"></script>`
    await openForm(page, stack, partner.put('c', { body: `<p>Before</p>${script}<p id="after">After</p>` }))
    await expect(page.locator('voter-registration + #after')).toHaveCount(1)
    await expect(page.locator('[data-step]')).toHaveAttribute('lang', 'es')
  })

  test('a script checked by a hash of integrity.json works @main', async ({ page, partner, stack, request }) => {
    const integrity = (await (await request.get(partner.file('integrity.json'))).json()) as Record<string, string>
    const script = (hash: string | undefined) =>
      `<script async crossorigin="anonymous" integrity="${hash ?? ''}" src="${partner.file()}"></script>`
    const right = script(integrity['voter-registration.js'])
    await openForm(page, stack, partner.put('right', { body: right + partner.tag() }))
    await page.goto(partner.put('wrong', { body: script(integrity['diagnose.js']) + partner.tag() }))
    await expect(page.getByText('Register at official.example')).toBeVisible()
    await expect(page.locator('[data-step]')).toHaveCount(0)
  })

  test('a Markdown part is checked by hash: a changed one never runs', async ({ page, partner, stack, watched }) => {
    const part = '**/vr/answer-markdown.js*'
    const asked = () => watched.requests.filter(({ url }) => url.endsWith('answer-markdown.js')).length
    const url = partner.put('part', { body: partner.script + partner.tag() })
    const form = await openForm(page, stack, url)
    expect(asked()).toBe(0)
    await form.register(aVoter())
    await form.expectStep('answer')
    await expect(form.root.locator('.vr-markdown :is(h1, h2, h3, h4)').first()).toBeVisible()
    expect(asked()).toBe(1)

    await page.route(part, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, body: `document.title = 'changed';${await response.text()}` })
    })
    const changed = await openForm(page, stack, url)
    await changed.register(aVoter({ email: 'bea@example.org' }))
    await changed.expectStep('answer')
    await expect(changed.root.locator('.vr-markdown-plain')).toBeVisible()
    await expect(changed.ways).toHaveCount(2)
    await expect(page).toHaveTitle('Partner')
  })

  test('a failed part is retried for the next voter @engines', async ({ page, partner, stack }) => {
    const part = '**/vr/answer-markdown.js*'
    await page.route(part, (route) => route.abort())
    const form = await openForm(page, stack, partner.put('again', { body: partner.script + partner.tag() }))
    await form.register(aVoter())
    await form.expectStep('answer')
    await expect(form.root.locator('.vr-markdown-plain')).toBeVisible()
    await page.unroute(part)
    await page.evaluate(() => document.querySelector('voter-registration')?.reset())
    await form.expectStep('form')
    await form.register(aVoter({ email: 'bea@example.org' }))
    await form.expectStep('answer')
    await expect(form.root.locator('.vr-markdown :is(h1, h2, h3, h4)').first()).toBeVisible()
  })
})

test.describe('fallback', () => {
  test('fallback content replaces the form of a retired script file', async ({ page, partner, stack }) => {
    const [first, program] = await Promise.all(
      ['voter-registration.js', 'program.js'].map(async (file) => (await page.request.get(partner.file(file))).text()),
    )
    const aged = (code = '') => code.replaceAll(/([`"'])\d+\.\d+\.\d+\1/g, '"0.0.9"')
    const hashOf = (code = '') => createHash('sha384').update(code).digest('base64')
    const files = { first: aged(first).replace(hashOf(program), hashOf(aged(program))), program: aged(program) }
    await page.route('**/vr/**/voter-registration.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: files.first }),
    )
    await page.route('**/vr/**/program.js', (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        headers: { 'Access-Control-Allow-Origin': '*' },
        body: files.program,
      }),
    )
    await stack.killBff()
    try {
      await stack.startBff({ MIN_FORM_VERSION: '0.3.0' })
      await listenForEvents(page)
      await page.goto(partner.put('retired', { body: partner.tag() + partner.script }))
      await expect.poll(async () => (await getEvents(page)).length).toBe(1)
      expect(await getEvents(page)).toMatchObject([
        ['vr-error', { code: 'upgrade_required', retryable: false, version: '0.0.9' }],
      ])
      await expect(page.getByText('Register at official.example')).toBeVisible()
      await expect(page.locator('[data-step]')).toHaveCount(0)
      await expect(page.locator('voter-registration:state(error)')).toHaveCount(1)
    } finally {
      await stack.killBff()
    }
  })

  test('fallback content stays when the script fails, reachable by keyboard', async ({ page, partner }) => {
    await page.route('**/vr/**', (route) => route.abort())
    await page.goto(partner.put('blocked', { body: partner.script + partner.tag() }))
    await page.keyboard.press('Tab')
    await expect(page.getByText('Register at official.example')).toBeFocused()
  })

  test('fallback content stays if the script’s host forbids a hash (CORS)', async ({ page, partner, request }) => {
    const integrity = (await (await request.get(partner.file('integrity.json'))).json()) as Record<string, string>
    const address = partner.file().replace('/vr/', '/closed/')
    const script = `<script async crossorigin="anonymous" integrity="${integrity['voter-registration.js']}" src="${address}" onerror="document.title = 'refused'"></script>`
    await page.goto(partner.put('cors', { body: script + partner.tag() }))
    await expect(page).toHaveTitle('refused')
    await expect(page.getByText('Register at official.example')).toBeVisible()
    await expect(page.locator('[data-step]')).toHaveCount(0)
  })

  test('fallback content is a sentence with the official site if it is empty', async ({ page, partner, stack }) => {
    const head = '<script>Object.prototype.get = 1</script>'
    const tag = (attributes: string, inside = ' ') =>
      `<voter-registration api-base="${stack.bff}" ${attributes}>${inside}</voter-registration>`
    // Only the program can make a form with `review`: nothing is drawn before.
    const body = `${partner.script}${tag('review official-url="https://official.example/"')}<div lang="es">${tag('review')}</div>${tag('review', fallbackLink)}`
    await page.goto(partner.put('nothing', { head, body }))
    await expect(page.getByText('The form cannot be shown here. official.example')).toBeVisible()
    await expect(page.getByText('El formulario no se puede mostrar aquí.')).toBeVisible()
    await expect(page.getByText('Register at official.example')).toBeVisible()
    await expect(page.getByText('The form cannot be shown here')).toHaveCount(1)
  })

  test('fallback content stays without scripts @main', async ({ pageWithoutScripts, partner }) => {
    const page = await pageWithoutScripts()
    await page.goto(partner.put('noscript', { body: partner.script + partner.tag() }))
    await expect(page.getByText('Register at official.example')).toBeVisible()
  })

  test('fallback content stays if api-base is missing, which is reported once', async ({ page, partner }) => {
    await listenForEvents(page)
    const said: string[] = []
    page.on('console', (message) => said.push(message.text()))
    const url = partner.put('missing', {
      body: `<voter-registration>${fallbackLink}</voter-registration>${partner.script}`,
    })
    await page.goto(url)
    await expect
      .poll(async () => (await getEvents(page)).map(([type, { code }]) => [type, code]))
      .toEqual([['vr-error', 'misconfigured']])
    await expect(page.getByText('Register at official.example')).toBeVisible()
    expect(said.filter((line) => line.includes('api-base'))).toHaveLength(1)
  })

  test('fallback content appears with the form if the settings fail to load', async ({ page, partner, stack }) => {
    await page.route(`${stack.bff}/settings`, (route) => route.abort())
    await page.goto(partner.put('nosettings', { body: partner.script + partner.tag() }))
    await oneForm(page)
    await expect(page.getByText('Register at official.example')).toBeVisible()
  })

  test('a page that changed the language’s objects has a form or the fallback', async ({ page, partner }) => {
    await listenForEvents(page)
    const head = `<script>
      Array.prototype.toJSON = () => 'changed'
      Object.prototype.x = { get: 1, enumerable: true }
      Array.prototype.first = function () { return this[0] }
    </script>`
    await page.goto(partner.put('polluted', { head, body: partner.script + partner.tag() }))
    await expect
      .poll(async () => {
        const isForm = await page.locator('[data-step=form]').isVisible()
        const isFallback = await page.getByText('Register at official.example').isVisible()
        const isTold = (await getEvents(page)).some(([type, { code }]) => type === 'vr-error' && code === 'unsupported')
        return isForm || (isFallback && isTold)
      })
      .toBe(true)
  })
})

test.describe('moving the element', () => {
  test('an element keeps its input when the page moves it @main', async ({ page, partner, stack }) => {
    const url = partner.put('move', { body: `${partner.script}${partner.tag()}<aside></aside>` })
    const form = await openForm(page, stack, url)
    await form.fill(aVoter({ first_name: 'Moved' }))
    await page.evaluate(() =>
      document.querySelector('aside')?.append(document.querySelector('voter-registration') ?? ''),
    )
    await expect(page.locator('aside voter-registration')).toHaveCount(1)
    await expect(form.field('first_name')).toHaveValue('Moved')
    await form.send.click()
    await form.expectStep('answer')
  })

  test('a removed element loses its input, and is empty when added again', async ({ page, partner, stack }) => {
    const form = await openForm(page, stack, partner.put('out', { body: partner.script + partner.tag() }))
    await form.fill(aVoter())
    const html = await page.evaluate(async () => {
      const element = document.querySelector('voter-registration')
      element?.remove()
      await new Promise((resolve) => setTimeout(resolve))
      const left = element?.shadowRoot?.innerHTML ?? ''
      if (element !== null) document.body.append(element)
      return left
    })
    expect(html).not.toContain('<input')
    await expect(form.field('first_name')).toHaveValue('')
  })

  test('a lazy element requests nothing before it is in view', async ({ page, partner, stack, watched }) => {
    const body = `${partner.script}<div id="tab" style="display:none">${partner.tag('loading="lazy"')}</div>`
    await page.goto(partner.put('lazy', { body }))
    await page.waitForFunction(() => customElements.get('voter-registration') !== undefined)
    expect(watched.requests.filter(({ url }) => url.startsWith(stack.bff))).toEqual([])
    await page.evaluate(() => document.getElementById('tab')?.removeAttribute('style'))
    await page.locator('voter-registration:state(ready)').waitFor()
    expect(
      watched.requests.filter(({ url, method }) => url === `${stack.bff}/settings` && method === 'GET'),
    ).toHaveLength(1)
    const form = new FormPage(page, stack)
    await form.register(aVoter())
    await form.expectStep('answer')
    await expect(page.locator('voter-registration:state(result)')).toHaveCount(1)
  })
})

test.describe('options', () => {
  test('attributes and properties work before the script and when they change', async ({ page, partner, stack }) => {
    const head = `<script>
      addEventListener('DOMContentLoaded', () => {
        const element = document.querySelector('voter-registration')
        element.locale = 'es'
        element.prefill = { first_name: 'Ada', state: 'tx' }
      })
    </script>`
    const url = partner.put('early', { head, body: `${partner.tag()}<script defer src="${partner.file()}"></script>` })
    const form = await openForm(page, stack, url)
    await expect(form.root).toHaveAttribute('lang', 'es')
    await expect(form.field('first_name')).toHaveValue('Ada')
    await expect(form.field('state')).toHaveValue('TX')
    await form.field('last_name').fill('Typed')
    await page.evaluate(() => {
      const element = document.querySelector('voter-registration')
      if (element === null) return
      element.locale = 'en'
      element.setAttribute('theme', 'dark')
      element.prefill = { first_name: 'Bea', last_name: 'Never' }
    })
    await expect(form.root).toHaveAttribute('lang', 'en')
    await expect(form.root).toHaveAttribute('data-theme', 'dark')
    await expect(form.field('first_name')).toHaveValue('Bea')
    await expect(form.field('last_name')).toHaveValue('Typed')
  })

  test('property, attribute, fragment and query win in this order @main', async ({ page, partner, stack }) => {
    await listenForEvents(page)
    const head = `<script>
      addEventListener('DOMContentLoaded', () => {
        document.querySelector('voter-registration').prefill = { first_name: 'Property' }
      })
    </script>`
    const own = [
      'prefill-from-url="first_name last_name city zipcode"',
      `prefill='{"first_name":"Attribute","last_name":"Attribute"}'`,
      'tracking-from-url data-override-source="site" data-default-utm_medium="mail" data-default-utm_source="unused"',
    ].join(' ')
    const names = ['first_name', 'last_name', 'city'].map((name) => `vr.${name}=Fragment`).join('&')
    const query =
      'first_name=Query&last_name=Query&city=Query&zipcode=02108&utm_source=letter&source=address&utm_campaign=May'
    const url = `${partner.put('order', { head, body: partner.script + partner.tag(own) })}?${query}#${names}`
    const form = await openForm(page, stack, url)
    expect(await form.values()).toMatchObject({
      first_name: 'Property',
      last_name: 'Attribute',
      city: 'Fragment',
      zipcode: '02108',
    })
    expect((await getEvents(page))[0]).toMatchObject([
      'vr-ready',
      { tracking: { source: 'site', utm_source: 'letter', utm_medium: 'mail', utm_campaign: 'May' } },
    ])
  })

  test('the methods work: focus, reset, status', async ({ page, partner, stack }) => {
    const form = await openForm(page, stack, partner.put('methods', { body: partner.script + partner.tag() }))
    await page.evaluate(() => document.querySelector('voter-registration')?.focus({ field: 'city' }))
    await expect(form.field('city')).toBeFocused()
    await form.field('city').fill('Boston')
    await page.evaluate(() => document.querySelector('voter-registration')?.reset())
    await expect(form.field('city')).toHaveValue('')
    expect(await page.evaluate(() => document.querySelector('voter-registration')?.status)).toBe('form')
  })
})

test.describe('the page around the form', () => {
  test('the page can keep the form from sending, and handle the navigation @main', async ({ page, partner, stack }) => {
    const head = `<script>
      document.addEventListener('vr-submit', (event) => { if (!window.maySend) { event.preventDefault(); window.kept = true } })
      document.addEventListener('vr-action', (event) => { event.preventDefault(); document.title = event.detail.destinationHost })
    </script>`
    const form = await openForm(page, stack, partner.put('cancel', { head, body: partner.script + partner.tag() }))
    await form.register(aVoter())
    await expect.poll(() => page.evaluate(() => Reflect.get(window, 'kept'))).toBe(true)
    await form.expectStep('form')
    expect((await stack.received()).registrations).toEqual([])
    await page.evaluate(() => Object.assign(window, { maySend: true }))
    await form.send.click()
    await form.expectStep('answer')
    await form.ways.first().click()
    await expect(page).toHaveTitle(new URL(stack.pages).host)
    expect(new URL(page.url()).origin).toBe(partner.origin)
    await expect.poll(async () => (await stack.received()).events.length).toBe(1)
  })

  test('the page reaches the parts of the form in CSS', async ({ page, partner, stack }) => {
    const head =
      '<style>voter-registration::part(button-primary){border-radius:0} voter-registration::part(input){min-height:70px}</style>'
    const form = await openForm(page, stack, partner.put('parts', { head, body: partner.script + partner.tag() }))
    expect(await form.send.evaluate((one) => getComputedStyle(one).borderTopLeftRadius)).toBe('0px')
    expect(await form.field('city').evaluate((one) => getComputedStyle(one).minHeight)).toBe('70px')
  })

  test('the page sees the form’s state in CSS', async ({ page, partner, stack }) => {
    const head = '<style>voter-registration:state(ready){outline:1px solid}</style>'
    const form = await openForm(page, stack, partner.put('state', { head, body: partner.script + partner.tag() }))
    const matches = (state: string) =>
      page.evaluate((name) => document.querySelector('voter-registration')?.matches(`:state(${name})`), state)
    expect(await matches('ready')).toBe(true)
    await form.register(aVoter({ email: playing('auth') }))
    await form.expectStep('not-sent')
    expect(await matches('error')).toBe(true)
  })
})

test('the page’s own text surrounds the form and the wording, and never replaces it', async ({
  page,
  partner,
  stack,
}) => {
  const inside = `<p slot="header">Above</p><p slot="footer">Below</p><p slot="consent-extra">Besides</p>`
  const form = await openForm(page, stack, partner.put('slots', { body: partner.script + partner.tag('', inside) }))
  for (const text of ['Above', 'Below', 'Besides']) await expect(page.getByText(text)).toBeVisible()
  await expect(form.agree).toBeVisible()
  await expect(
    form.root.getByText('Message frequency varies. Text STOP to cancel or HELP for information.'),
  ).toBeVisible()
})
