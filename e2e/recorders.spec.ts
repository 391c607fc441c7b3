/** A session recorder on the page gets nothing that a voter typed, no token and no review: rrweb, on which others build. */
import { createRequire } from 'node:module'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { canariesIn } from '../src/contract/testing/canaries.ts'
import { FormPage } from './form-page.ts'
import { expect, type Partner, test } from './partner-pages.ts'
import { canaryVoter, type Person } from './people.ts'

const recorder = path.join(path.dirname(createRequire(import.meta.url).resolve('rrweb')), 'rrweb.umd.min.cjs')

/** Records every page of the tab, as a recorder does that masks nothing; returns what it has sent so far. */
async function record(page: Page): Promise<() => string> {
  const sent: string[] = []
  await page.exposeFunction('keep', (event: string) => void sent.push(event))
  await page.addInitScript({ path: recorder })
  await page.addInitScript(() => {
    // Not in the frames that the recorder itself makes.
    if (self !== top) return
    addEventListener('DOMContentLoaded', () => {
      window.rrweb.record({ emit: (event) => void window.keep(JSON.stringify(event)) })
    })
  })
  return () => sent.join('\n')
}

/** What must not be there: typed values, the token of the answer's links, and its text. */
const found = (recording: string) => [
  ...canariesIn(recording),
  ...(recording.match(/token=|Register online|skip_ovr/g) ?? []),
]

const own = '<h1>The page’s own heading</h1><label>Search <input id="search"></label>'
const opener = '<button data-voter-registration-open>Start here</button>'

/** The doors, and how each is opened. */
const doors: Record<string, (page: Page, partner: Partner, stack: { bff: string }) => Promise<unknown>> = {
  'the element': (page, partner) => page.goto(partner.put('a', { body: `${own}${partner.tag()}${partner.script}` })),
  'the element in steps': (page, partner) =>
    page.goto(partner.put('b', { body: `${own}${partner.tag('layout="steps"')}${partner.script}` })),
  'the element without a shadow root, in steps': (page, partner) =>
    page.goto(partner.put('c', { body: `${own}${partner.tag('isolation="none" layout="steps"')}${partner.script}` })),
  'the element in a dialog': async (page, partner) => {
    await page.goto(partner.put('d', { body: `${own}${opener}${partner.tag('display="dialog"')}${partner.script}` }))
    await page.getByRole('button', { name: 'Start here' }).click()
  },
  'the hosted page': (page, _partner, { bff }) => page.goto(`${bff}/form`),
  'the hosted page in steps': (page, _partner, { bff }) => page.goto(`${bff}/form?layout=steps`),
}

for (const [name, open] of Object.entries(doors)) {
  test(`a session recorder gets no input, no review and no token: ${name}`, async ({ page, partner, stack }) => {
    const recording = await record(page)
    await open(page, partner, stack)
    await registerIn(new FormPage(page, stack), name.includes('steps'))
    await expectRecorded(page, recording, name.includes('hosted') ? 'cut-off' : 'The page’s own heading')
    expect(found(recording())).toEqual([])
    if (name.includes('hosted')) return
    // It does record the page. A dialog keeps the focus.
    await page.keyboard.press('Escape')
    await page.locator('#search').fill('town hall')
    await expect.poll(() => recording().includes('town hall')).toBe(true)
  })
}

for (const props of [{}, { layout: 'steps' }, { isolation: 'shadow' }]) {
  test(`a session recorder gets nothing of the React component: ${JSON.stringify(props)}`, async ({ page, stack }) => {
    const recording = await record(page)
    const form = new FormPage(page, stack, undefined, 'react')
    await page.goto(form.address({ props }))
    await registerIn(form, 'layout' in props)
    await expectRecorded(page, recording, 'rr_width')
    expect(found(recording())).toEqual([])
  })
}

/** Registers the voter, through the review where there is one, and reads the answer. */
async function registerIn(form: FormPage, inSteps: boolean): Promise<void> {
  const person = canaryVoter()
  if (inSteps) await registerInSteps(form, person)
  else await form.register(person)
  await form.expectStep('answer')
  await form.ways
    .first()
    .or(form.root.getByRole('button', { name: 'Register online' }))
    .first()
    .waitFor()
}

/** Fills in what each step shows, and goes on. */
async function registerInSteps(form: FormPage, { birth, agree, subscribe, title, state, ...texts }: Person) {
  const goOn = form.root.locator('form button.vr-button-primary')
  await form.field('state').selectOption(state)
  await form.field('zipcode').fill(texts.zipcode)
  await goOn.click()
  await form.field('first_name').waitFor()
  if (title !== undefined) await form.field('title').selectOption(title)
  for (const name of ['first_name', 'middle_name', 'last_name', 'suffix'] as const) {
    await form.field(name).fill(texts[name] ?? '')
  }
  await form.field('month').selectOption({ index: birth.month })
  await form.field('day').fill(String(birth.day))
  await form.field('year').fill(String(birth.year))
  await goOn.click()
  for (const name of ['address1', 'address2', 'city'] as const) await form.field(name).fill(texts[name] ?? '')
  await goOn.click()
  for (const name of ['email', 'phone'] as const) await form.field(name).fill(texts[name] ?? '')
  await goOn.click()
  await form.root.getByText(texts.address1).first().waitFor()
  await form.agree.setChecked(agree)
  await form.subscribe.setChecked(subscribe === true)
  await goOn.click()
}

/** Waits until the recording has what the page shows. */
async function expectRecorded(page: Page, recording: () => string, text: string): Promise<void> {
  // The recorder sends what has changed after a frame.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  await expect.poll(() => recording().includes(text)).toBe(true)
}

declare global {
  interface Window {
    rrweb: typeof import('rrweb')
    keep: (event: string) => Promise<void>
  }
}
