/** The browser's own autofill, triggered as when a voter picks their saved address: in the page's document (React), and in the
 *  element's shadow root. */
import { wholeChromium } from './engines/engine.ts'
import { expect, test } from './test.ts'

/** A DOM node as described by the DevTools protocol. */
interface Described {
  backendNodeId: number
  attributes?: string[]
  children?: Described[]
  shadowRoots?: Described[]
}

/** Finds the field for the first name, also in a shadow root. */
function findGivenName(node: Described): Described | undefined {
  if (node.attributes?.some((value) => /\bgiven-name$/.test(value)) === true) return node
  for (const inner of [...(node.children ?? []), ...(node.shadowRoots ?? [])]) {
    const found = findGivenName(inner)
    if (found !== undefined) return found
  }
  return undefined
}

// Its headless shell has no autofill.
test.use(wholeChromium)

test('browser autofill is sent as the service needs it (R-A40, R-A45) @main', {
  tag: '@door',
}, async ({ browserName, form, page, stack }) => {
  test.skip(browserName !== 'chromium', 'not driven: only Chromium lets a test start its autofill')
  await form.open()
  const cdp = await page.context().newCDPSession(page)
  const { root } = await cdp.send('DOM.getDocument', { depth: -1, pierce: true })
  const node = findGivenName(root)
  const saved = {
    NAME_FULL: 'Ada Sample',
    NAME_FIRST: 'Ada',
    NAME_LAST: 'Sample',
    ADDRESS_HOME_LINE1: '10 Test Street',
    ADDRESS_HOME_STREET_ADDRESS: '10 Test Street',
    ADDRESS_HOME_CITY: 'Austin',
    ADDRESS_HOME_STATE: 'TX',
    ADDRESS_HOME_ZIP: '78701-1234',
    ADDRESS_HOME_COUNTRY: 'US',
    PHONE_HOME_WHOLE_NUMBER: '15128672943',
    EMAIL_ADDRESS: 'ada@example.org',
  }
  await cdp.send('Autofill.enable')
  await cdp.send('Autofill.trigger', {
    fieldId: node?.backendNodeId ?? 0,
    address: { fields: Object.entries(saved).map(([name, value]) => ({ name, value })) },
  })
  await expect(form.field('first_name')).toHaveValue('Ada')
  await expect(form.field('state')).toHaveValue('TX')

  await form.field('month').selectOption({ index: 4 })
  await form.field('day').fill('12')
  await form.field('year').fill('1990')
  await form.agree.check()
  await form.send.click()
  await form.expectStep('answer')
  const { registrations } = await stack.received()
  expect(registrations.map(({ body }) => body)).toEqual([
    expect.objectContaining({
      first_name: 'Ada',
      last_name: 'Sample',
      email: 'ada@example.org',
      phone: '+15128672943',
      address1: '10 Test Street',
      city: 'Austin',
      state: 'TX',
      zipcode: '78701',
    }),
  ])
})
