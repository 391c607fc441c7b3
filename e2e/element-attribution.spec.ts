/** The recipes of docs/attribution.md in a browser, verbatim, each with a mock of the script that it calls. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { canariesIn } from '../src/contract/testing/canaries.ts'
import { root } from './child.ts'
import { expect, openForm, test } from './partner-pages.ts'
import { canaryVoter } from './people.ts'

const recipes = readFileSync(path.join(root, 'docs/attribution.md'), 'utf8').match(
  /(?<=```html\n)<script>[\s\S]*?<\/script>/g,
)

/** What each service's own snippet puts on a page until its script is loaded: a queue. */
const snippets = `<script>
  window.dataLayer = []
  function gtag() { dataLayer.push(arguments) }
  window.fbq = (...args) => fbq.callMethod ? fbq.callMethod(...args) : fbq.queue.push(args)
  fbq.queue = []
  window.plausible = (...args) => send('plausible', args)
  window.umami = { track: (...args) => send('umami', args) }
  window.posthog = { capture: (...args) => send('posthog', args) }
</script>`

/** Mocks of the services' scripts: each processes its queue, then new calls, and sends them to its collector. */
const standIns = `<script>
  const send = (service, said) => fetch('/collect/' + service, { method: 'POST', keepalive: true, body: JSON.stringify(said) })
  const follow = (list, take) => {
    list.forEach(take)
    const push = list.push.bind(list)
    list.push = (...more) => { more.forEach(take); return push(...more) }
  }
  // Tag Manager keeps the last value of each variable, and has one tag, on the custom event vr_result; gtag.js reads the same list.
  const model = {}
  const variables = ['vr_state', 'vr_reference', 'vr_buttons', 'vr_utm_source', 'vr_shift', 'vr_page_path']
  follow(dataLayer, (item) => {
    if (Object.prototype.toString.call(item) === '[object Arguments]') return void send('ga4', [...item])
    Object.assign(model, item)
    if (item.event === 'vr_result') send('gtm', Object.fromEntries(variables.map((name) => [name, model[name]])))
    send('gtm-all', model)
  })
  fbq.callMethod = (...args) => send('meta', args)
  fbq.queue.splice(0).forEach((args) => fbq.callMethod(...args))
  follow(_paq, (call) => send('matomo', call))
</script>`

test('tell Tag Manager and six other services of a registration, and nothing of the person', async ({
  page,
  partner,
  stack,
}) => {
  const collected: { service: string; said: unknown }[] = []
  await page.route('**/collect/*', async (route) => {
    collected.push({ service: path.basename(route.request().url()), said: route.request().postDataJSON() })
    await route.fulfill({ status: 204 })
  })
  const sentTo = (service: string) => collected.filter((one) => one.service === service).map(({ said }) => said)
  expect(recipes).toHaveLength(4)
  const tag = partner.tag('data-layer="dataLayer" tracking-from-url link-target="_blank"')
  const body = [partner.script, ...(recipes ?? []), tag, standIns].join('\n')
  const form = await openForm(
    page,
    stack,
    `${partner.put('drive', { head: snippets, body })}?utm_source=letter&utm_campaign=fall&unlisted=x`,
  )
  await form.register(canaryVoter())
  await form.expectStep('answer')
  await form.ways.first().click()

  const came = { utm_source: 'letter', utm_campaign: 'fall', page_path: '/drive' }
  await expect
    .poll(() => sentTo('ga4'))
    .toEqual([
      ['event', 'generate_lead', { state: 'MA', ...came }],
      ['event', 'registration_continue', { state: 'MA', method: 'online', ...came }],
    ])
  const [registration] = (await stack.received()).registrations
  expect(registration).toBeDefined()
  const reference = await form.root
    .getByText(/If you ask for help, mention/)
    .first()
    .textContent()
  const [pushed] = sentTo('gtm') as { vr_reference: string }[]
  expect(pushed).toEqual({
    vr_state: 'MA',
    vr_reference: expect.stringMatching(/\w{4,}/),
    vr_buttons: 2,
    vr_utm_source: 'letter',
    vr_page_path: '/drive',
  })
  // The reference on the screen is the key that links events and receipts.
  expect(reference).toContain(pushed?.vr_reference)
  await expect
    .poll(() => sentTo('meta'))
    .toEqual([['trackCustom', 'VoterRegistrationResult', { state: 'MA', source: 'letter' }]])
  await expect.poll(() => sentTo('matomo')).toEqual([['trackEvent', 'Voter registration', 'result', 'fall']])
  await expect.poll(() => sentTo('plausible')).toEqual([['Registration', { props: { state: 'MA', source: 'none' } }]])
  for (const service of ['umami', 'posthog']) {
    await expect.poll(() => sentTo(service)).toEqual([['registration', { state: 'MA', ...came }]])
  }
  expect(sentTo('gtm-all').length).toBeGreaterThan(2)
  const said = JSON.stringify(collected)
  expect(canariesIn(said)).toEqual([])
  expect(said).not.toContain('unlisted')
})
