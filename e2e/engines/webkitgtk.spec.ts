/** The main promises in WebKitGTK, with selenium-webdriver. Chromium and Firefox run Playwright's specs. */
import { createServer } from 'node:http'
import { By, Key, type WebDriver } from 'selenium-webdriver'
import { listenOnFreePort } from '../../src/contract/testing/listen-on-free-port.ts'
import { expect, type Partner } from '../partner-pages.ts'
import { aVoter } from '../people.ts'
import { withFacts, withoutFacts } from '../with-facts.ts'
import { ElementForm, patience, test } from './webkitgtk.ts'

/** Opens a page of the partner with the element. */
async function openForm(driver: WebDriver, partner: Partner, attributes = '', head = ''): Promise<ElementForm> {
  const body = `<h1>Partner</h1>${partner.tag(attributes)}${partner.script}`
  await driver.get(partner.put('form', { head, body }))
  const form = new ElementForm(driver)
  await form.find('form')
  return form
}

/** Registers, and follows the answer's first button to the state's site. */
async function goToStateSite(driver: WebDriver, partner: Partner, pages: string): Promise<ElementForm> {
  const form = await openForm(driver, partner, 'link-target="_self"')
  await form.register(aVoter())
  await (await form.find('.vr-actions a.vr-button')).click()
  await form.waitUntil('the state’s site', () =>
    driver.executeScript('return document.readyState === "complete" && location.href.startsWith(arguments[0])', pages),
  )
  return form
}

const waitUntilReady = (driver: WebDriver, form: ElementForm) =>
  form.waitUntil('the form to be ready', () =>
    driver.executeScript('return document.querySelector("voter-registration:state(ready)") !== null'),
  )

const factsScript = (partner: Partner) => `<script async src="${partner.file('voter-form-facts.js')}"></script>`

test('send: input arrives as the service needs it, once for two clicks', async ({ driver, partner, stack }) => {
  const form = await openForm(driver, partner)
  await form.find('input[type=checkbox]')
  await form.fill(aVoter())
  const button = await form.find('form button[type=submit]:not([aria-hidden], [name=_language])')
  await driver.executeScript('arguments[0].scrollIntoView({ block: "center" })', button)
  await driver.actions().doubleClick(button).perform()
  await form.expectStep('answer')
  const { registrations } = await stack.received()
  expect(registrations).toHaveLength(1)
  expect(registrations[0]?.body).toEqual({
    first_name: 'Ada',
    last_name: 'Sample',
    date_of_birth: '1990-04-12',
    email: 'ada@example.org',
    address1: '10 Test Street',
    city: 'Boston',
    state: 'MA',
    zipcode: '02108',
    sms_opt_in: true,
  })
})

test('errors: the summary has the focus, its links focus the fields, and valid input stays', async ({
  driver,
  partner,
  stack,
}) => {
  const form = await openForm(driver, partner)
  await form.find('input[type=checkbox]')
  await form.fill(aVoter({ email: 'ada@', last_name: '' }))
  await form.send()
  const summary = await form.find('.vr-summary')
  await form.waitUntil('the focus on the summary', async () => {
    const focused = await form.focused()
    return focused !== null && (await summary.getId()) === (await focused.getId())
  })
  expect(await form.findAll('.vr-summary a')).toHaveLength(2)
  await (await form.find('.vr-summary a[href$="-email"]')).click()
  await form.waitUntil(
    'the focus on the e-mail field',
    async () => (await (await form.focused())?.getAttribute('type')) === 'email',
  )
  expect((await stack.received()).registrations).toEqual([])
  const email = await form.field('email')
  expect(await email.getAttribute('aria-invalid')).toBe('true')
  await email.clear()
  await email.sendKeys('ada@example.org')
  await (await form.field('last_name')).sendKeys('Sample')
  expect(await form.value('city')).toBe('Boston')
  await form.send()
  await form.expectStep('answer')
})

test('Back: the answer is there again after the state’s site, and nothing is sent twice', async ({
  driver,
  partner,
  stack,
}) => {
  const form = await goToStateSite(driver, partner, stack.pages)
  await driver.navigate().back()
  await form.expectStep('answer')
  await form.withText('.vr-actions a.vr-button', /Register online/)
  expect((await stack.received()).registrations).toHaveLength(1)
})

test('click: the voter reaches the destination, and the service gets the event unchanged, once', async ({
  driver,
  partner,
  stack,
}) => {
  await goToStateSite(driver, partner, stack.pages)
  await expect.poll(async () => (await stack.received()).events.length).toBe(1)
  const { registrations, events } = await stack.received()
  expect(events[0]?.event).toEqual({ action: registrations[0]?.action, event_type: 'FinishExternal' })
})

test('steps: one group of fields after the other, Back keeps input, and a review before sending', async ({
  driver,
  partner,
  stack,
}) => {
  const form = await openForm(driver, partner, 'layout="steps"')
  const expectFormStep = (step: string) =>
    form.waitUntil(`the step ${step}`, async () => (await form.findAll(`[data-form-step="${step}"]`)).length === 1)
  for (const step of ['state', 'name', 'address', 'contact']) {
    await expectFormStep(step)
    await form.fill(aVoter({ agree: false }))
    await form.send()
  }
  await expectFormStep('review')
  await driver.navigate().back()
  await expectFormStep('contact')
  expect(await form.value('email')).toBe('ada@example.org')
  await form.send()
  await expectFormStep('review')
  await form.withText('[data-step]', /10 Test Street/)
  await (await form.find('input[type=checkbox]')).click()
  await form.send()
  await form.expectStep('answer')
  expect((await stack.received()).registrations).toHaveLength(1)
})

test('dialog: a link opens it, Escape closes it, the link has the focus again, and input stays', async ({
  driver,
  partner,
}) => {
  const opener = '<a id="opener" href="#official" data-voter-registration-open>Start here</a>'
  const body = `${opener}${partner.tag('display="dialog"')}${partner.script}`
  await driver.get(partner.put('dialog', { body }))
  const form = new ElementForm(driver)
  await waitUntilReady(driver, form)
  await driver.findElement(By.id('opener')).sendKeys(Key.ENTER)
  await (await form.field('first_name')).sendKeys('Ada', Key.ESCAPE)
  const isOpen = async () => (await form.findAll('dialog[open]')).length === 1
  await form.waitUntil('the dialog to close', async () => !(await isOpen()))
  expect(await driver.switchTo().activeElement().getAttribute('id')).toBe('opener')
  await driver.findElement(By.id('opener')).click()
  await form.waitUntil('the dialog to open', isOpen)
  expect(await form.value('first_name')).toBe('Ada')
})

test('language: the form is in the page’s language, with its direction', async ({ driver, partner }) => {
  const spanish = await openForm(driver, partner, 'locale="es"')
  await spanish.withText('h2', /^Regístrese para votar$/)
  await spanish.send()
  await spanish.withText('.vr-summary', /correo electrónico/)
  const arabic = await openForm(driver, partner, 'locale="ar"')
  await arabic.find('[data-step][lang=ar]')
  const root = await arabic.find('[data-step]')
  expect(await root.getCssValue('direction')).toBe('rtl')
})

test('typing early: input before the main script stays, and is sent once', async ({ driver, partner, stack }) => {
  let release = () => {}
  const isReleased = new Promise<void>((resolve) => {
    release = resolve
  })
  const load = async (name: string) => {
    if (name === 'program.js') await isReleased
    const file = await fetch(partner.file(name))
    return Buffer.from(await file.arrayBuffer())
  }
  const scripts = createServer((request, response) => {
    void load((request.url ?? '').split('/').at(-1) ?? '').then((file) => {
      response.writeHead(200, { 'Content-Type': 'text/javascript', 'Access-Control-Allow-Origin': '*' })
      response.end(file)
    })
  })
  const { port, close } = await listenOnFreePort(scripts)
  const script = `<script async src="http://127.0.0.1:${port}/vr/voter-registration.js"></script>`
  await driver.get(partner.put('early', { body: partner.tag() + script }))
  const form = new ElementForm(driver)
  const early = await form.field('first_name')
  await early.sendKeys('Ada')
  release()
  await form.find('[data-step] input[type=checkbox]')
  await waitUntilReady(driver, form)
  expect(await form.value('first_name')).toBe('Ada')
  await form.register(aVoter())
  expect((await stack.received()).registrations).toHaveLength(1)
  await close()
})

test('kiosk: Back to the answer of the last voter shows an empty form', async ({ driver, partner, stack }) => {
  const form = await openForm(driver, partner, 'kiosk="90"')
  // On a shared device, fields have no purpose for autofill.
  const field = (name: string) => form.find(`[autocomplete="off"][id$="-${name}"]`)
  const { birth, state, agree: _, ...person } = aVoter()
  const names = {
    first_name: 'firstName',
    last_name: 'lastName',
    address1: 'address1',
    city: 'city',
    zipcode: 'zipcode',
  }
  for (const [key, name] of Object.entries(names)) {
    await (await field(name)).sendKeys(String(person[key as keyof typeof person]))
  }
  await (await field('email')).sendKeys(person.email)
  await (await form.find(`[id$="-state"] option[value="${state}"]`)).click()
  await (await form.find(`[id$="-birthMonth"] option[value="${birth.month}"]`)).click()
  await (await field('birthDay')).sendKeys(String(birth.day))
  await (await field('birthYear')).sendKeys(String(birth.year))
  await (await form.find('input[type=checkbox]')).click()
  await form.send()
  await form.expectStep('answer')
  await driver.get(partner.put('elsewhere', { body: '<h1 id="elsewhere">Elsewhere</h1>' }))
  await driver.wait(async () => (await driver.findElements(By.id('elsewhere'))).length === 1, patience)
  await driver.navigate().back()
  await form.expectStep('form')
  for (const name of [...Object.values(names), 'email', 'birthDay']) {
    expect(await (await field(name)).getProperty('value'), name).toBe('')
  }
  expect((await stack.received()).registrations).toHaveLength(1)
})

test.describe('with facts about the states', () => {
  test.afterAll(({ stack }) => withoutFacts(stack))

  test('facts: the state’s deadlines and rules are next to the form and on the answer', async ({
    driver,
    partner,
    stack,
  }) => {
    await withFacts(stack)
    const form = await openForm(driver, partner, '', factsScript(partner))
    await form.find('input[type=checkbox]')
    await form.fill(aVoter({ state: 'AK', zipcode: '99501' }))
    await form.withText('.vr-facts-slot', /Alaska/)
    await form.send()
    await form.expectStep('answer')
    await form.withText('.vr-answer-facts', /Deadlines in Alaska/)
    await form.withText('.vr-last-day', /last day/)
  })

  test('print: the button prints, and the printed answer has the official address and no buttons', async ({
    driver,
    partner,
    stack,
  }) => {
    await withFacts(stack)
    const form = await openForm(driver, partner, '', factsScript(partner))
    await form.register(aVoter({ state: 'AK', zipcode: '99501' }))
    await driver.executeScript('window.printed = 0; window.print = () => { window.printed++ }')
    await (await form.withText('button', /^Print$/)).click()
    expect(await driver.executeScript('return window.printed')).toBe(1)
    const sheet = (await form.findAll('.vr-sheet'))[0]
    expect(await sheet?.isDisplayed()).toBe(false)
    expect(await sheet?.getProperty('textContent')).toMatch(/Official address: http\S+\/state-site\/AK\//)
    // The driver cannot print: the rules for paper are made those of the screen.
    await driver.executeScript(`
      for (const sheet of document.querySelector('voter-registration').shadowRoot.adoptedStyleSheets)
        for (const rule of sheet.cssRules) if (rule.media?.mediaText === 'print') rule.media.mediaText = 'screen'`)
    expect(await sheet?.isDisplayed()).toBe(true)
    for (const button of await form.findAll('.vr-copy button')) expect(await button.isDisplayed()).toBe(false)
  })
})

test('reload: persist-draft restores all input but consent, and it is sent once', async ({
  driver,
  partner,
  stack,
}) => {
  const form = await openForm(driver, partner, 'persist-draft')
  await form.find('input[type=checkbox]')
  await form.fill(aVoter())
  await driver.executeScript('window.isOld = true')
  await driver.navigate().refresh()
  await form.waitUntil(
    'the new document with what was typed',
    async () =>
      (await driver.executeScript('return window.isOld === undefined')) === true &&
      (await form.value('email')) === 'ada@example.org',
  )
  expect(await form.value('city')).toBe('Boston')
  const consent = await form.find('input[type=checkbox]')
  expect(await consent.isSelected()).toBe(false)
  await consent.click()
  await form.send()
  await form.expectStep('answer')
  expect((await stack.received()).registrations).toHaveLength(1)
})
