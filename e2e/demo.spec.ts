/** What `npm start` serves: the QA page with its own sandbox and BFF, and the gallery. */
import { readFile } from 'node:fs/promises'
import { freePort } from '../src/contract/testing/free-port.mjs'
import { findAccessibilityProblems } from './axe.ts'
import { startChild } from './child.ts'
import { expect, test } from './demo-server.ts'
import { watch } from './watcher.ts'

test('the demo prints its addresses, and the key of the sandbox @main', ({ demo }) => {
  for (const port of demo.ports) expect(demo.printed()).toContain(`:${port}`)
  expect(demo.printed()).toContain('00000000-0000-4000-8000-000000000001:sandbox-secret')
})

test('the script tag of the README shows the form @main', async ({ demo, request }) => {
  const [, port = ''] = demo.ports
  const readme = await readFile('README.md', 'utf8')
  const [, script = ''] = /<script [^>]*src="http:\/\/127\.0\.0\.1:8787(\S+)"/.exec(readme) ?? []
  const answer = await request.get(`http://127.0.0.1:${port}${script}`)
  expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'text/javascript; charset=utf-8'])
})

test('a port in use gets a sentence and the variable that changes it @main', async ({ demo }) => {
  for (const [index, variable] of ['DEMO_PORT', 'PORT', 'SANDBOX_PORT'].entries()) {
    // The other two are free.
    const ports = { DEMO_PORT: await freePort(), PORT: await freePort(), SANDBOX_PORT: await freePort() }
    const env = Object.entries({ ...ports, [variable]: demo.ports[index] }).map(([name, port]) => [name, String(port)])
    const ready = `http://127.0.0.1:${ports.DEMO_PORT}/`
    const second = await startChild(['dist/demo-server/serve.js'], Object.fromEntries(env), ready).then(
      () => 'it started',
      (error: unknown) => String(error),
    )
    expect(second).toContain(String(demo.ports[index]))
    expect(second).toMatch(new RegExp(`\\b${variable}\\b`))
    expect(second).not.toMatch(/\n\s+at /)
  }
})

test('a tester fills in a scenario, sends it and sees the exchange, without the key @main', async ({
  context,
  demo,
  page,
}) => {
  const watched = watch(context)
  await page.setViewportSize({ width: 1300, height: 1000 })
  await page.goto(demo.url)
  const form = page.locator('[data-step]')
  await page.getByRole('button', { name: 'Fill the form for the ordinary case' }).click()
  await expect(form.locator('[autocomplete~="given-name"]')).not.toHaveValue('')
  await expect(form.getByRole('checkbox').first()).not.toBeChecked()
  await form.getByRole('checkbox').first().check()
  await form.getByRole('button', { name: 'Continue' }).click()
  await expect(form).toHaveAttribute('data-step', 'answer')
  const log = page.locator('#log')
  await expect(log.getByText('POST /registrations').first()).toBeVisible()
  await expect(log.getByText('POST /v1/registration/external/request/').first()).toBeVisible()
  // Earlier entries by other tests are collapsed.
  await expect(log.getByText('accepted a registration').last()).toBeVisible()
  expect(await log.innerHTML()).not.toContain('sandbox-secret')
  expect(watched.errors).toEqual([])
})

for (const theme of ['light', 'dark'] as const) {
  for (const [name, path] of [
    ['QA page', ''],
    ['gallery', 'gallery.html'],
    ['election center', 'election-center.html'],
    ['page of the sites', 'status.html'],
  ] as const) {
    test(`axe finds nothing wrong on the ${name}, ${theme}${path === '' && theme === 'light' ? ' @main' : ''}`, async ({
      context,
      demo,
      page,
    }) => {
      const watched = watch(context)
      await page.emulateMedia({ colorScheme: theme })
      await page.goto(demo.url + path)
      await page.locator('[data-step], .qa-example, #downed').first().waitFor()
      await page.waitForLoadState('networkidle')
      const problems = await findAccessibilityProblems(page)
      // The gallery shows whole screens next to each other, each with its own landmarks and headings.
      const ofAGallery = /^(landmark-|heading-order|page-has-heading|region|duplicate-id)/
      expect(problems.filter((problem) => path !== 'gallery.html' || !ofAGallery.test(problem))).toEqual([])
      expect(watched.errors).toEqual([])
    })
  }
}

test('the election center is two elements and two script tags, and shows their code', async ({
  context,
  demo,
  page,
}) => {
  const watched = watch(context)
  await page.goto(`${demo.url}election-center.html#FL`)
  await expect(page.getByRole('heading', { name: 'Voting in Florida' })).toBeVisible()
  const formFacts = page.locator('voter-registration .vr-facts-slot > details > summary')
  await formFacts.click()
  await expect(page.getByRole('heading', { name: 'Registering in Florida' })).toBeVisible()
  await page.getByLabel('State', { exact: true }).first().selectOption('AK')
  await page.getByLabel('Language', { exact: true }).selectOption('es')
  await expect(page.getByRole('heading', { name: 'Votar en Alaska' })).toBeVisible()
  await formFacts.filter({ hasText: 'Alaska' }).filter({ hasText: 'Fechas' }).click()
  await expect(page.getByRole('heading', { name: 'Registrarse en Alaska' })).toBeVisible()
  await page.getByLabel('Show').selectOption('deadlines only')
  await expect(page.locator('voter-state-facts [data-fact]')).toHaveCount(3)
  await expect(page.locator('#snippet')).toContainText(/voter-civic\.js"\s+integrity="sha384-[\w+/=]+"/)
  await expect(page.locator('#snippet')).toContainText('state="AK"')
  expect(watched.errors).toEqual([])
})
