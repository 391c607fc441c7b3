/** Page object of the page with the form. Finds fields by their `autocomplete` purpose (WCAG 1.3.5), which is the same in
 *  every language; the registration spec finds each of them by its label. */
import { expect, type Locator, type Page } from '@playwright/test'
import type { Person } from './people.ts'
import type { Stack } from './stack.ts'

/** The screens, by the root element's `data-step`. */
export type Step = 'form' | 'sending' | 'answer' | 'not-sent' | 'outcome-unknown'

/** How the form is embedded: by the React component, or by the script file's element. */
export type Door = 'react' | 'script'

/** How the page is opened. */
export interface Opening {
  /** Props of the component besides `apiBase`. */
  props?: Record<string, unknown>
  /** Content security policy of the page. */
  csp?: string
  /** Wraps the page in React's StrictMode. */
  strict?: boolean
  /** Passes the Spanish texts as props, so that they are available at once. */
  texts?: boolean
}

const purposes = {
  state: 'address-level1',
  zipcode: 'postal-code',
  title: 'honorific-prefix',
  first_name: 'given-name',
  middle_name: 'additional-name',
  last_name: 'family-name',
  suffix: 'honorific-suffix',
  month: 'bday-month',
  day: 'bday-day',
  year: 'bday-year',
  address1: 'address-line1',
  address2: 'address-line2',
  city: 'address-level2',
  email: 'email',
  phone: 'tel',
} as const

/** The suffixes of the controls' ids: on a shared device, no control has a purpose. */
const idEnds: Record<keyof typeof purposes, string> = {
  state: 'state',
  zipcode: 'zipcode',
  title: 'title',
  first_name: 'firstName',
  middle_name: 'middleName',
  last_name: 'lastName',
  suffix: 'suffix',
  month: 'birthMonth',
  day: 'birthDay',
  year: 'birthYear',
  address1: 'address1',
  address2: 'address2',
  city: 'city',
  email: 'email',
  phone: 'phone',
}

/** A control that has an `autocomplete` purpose. */
export type Field = keyof typeof purposes

/** Every field that has an `autocomplete` purpose, in the order of the form. */
export const fields = Object.keys(purposes) as Field[]

/** Opens a page as a new visit: navigating to the same URL again would be a reload, which restores an answer. */
export async function openAnew(page: Page, address: string): Promise<void> {
  if (page.url() === address) await page.goto('about:blank')
  await page.goto(address)
}

/** One page with the form on it. */
export class FormPage {
  readonly page: Page
  readonly root: Locator
  private readonly stack: Pick<Stack, 'bff' | 'site'>
  private readonly door: Door
  private readonly further: readonly string[]

  constructor(
    page: Page,
    stack: Pick<Stack, 'bff' | 'site'>,
    root: Locator = page.locator('[data-step]'),
    door: Door = 'react',
    further: readonly string[] = [],
  ) {
    this.page = page
    this.stack = stack
    this.root = root
    this.door = door
    this.further = further
  }

  /** Returns the URL of the page under test. */
  address({ props = {}, csp, strict, texts }: Opening = {}): string {
    const url = new URL(this.door === 'react' ? '/form.html' : '/script.html', this.stack.site)
    url.searchParams.set('props', JSON.stringify({ apiBase: this.stack.bff, ...props }))
    if (csp !== undefined) url.searchParams.set('csp', csp)
    if (this.door === 'script') for (const name of this.further) url.searchParams.append('further', name)
    if (strict === true) url.searchParams.set('strict', '')
    if (texts === true) url.searchParams.set('texts', '')
    return url.href
  }

  /** Opens the page and waits until the form and the consent wording are shown. */
  async open(opening: Opening = {}): Promise<this> {
    await openAnew(this.page, this.address(opening))
    await this.agree.first().waitFor()
    return this
  }

  field(name: Field): Locator {
    return this.root.locator(`[autocomplete~="${purposes[name]}"], [autocomplete="off"][id$="-${idEnds[name]}"]`)
  }

  /** The required checkbox of the consent block. */
  get agree(): Locator {
    return this.root.getByRole('checkbox').nth(0)
  }

  /** The partner's own, optional checkbox. */
  get subscribe(): Locator {
    return this.root.getByRole('checkbox').nth(1)
  }

  /** The button that sends. */
  get send(): Locator {
    return this.root.locator('form button[type=submit]:not([aria-hidden], [name=_language])')
  }

  /** The answer's buttons for the next steps: links only, in order. */
  get ways(): Locator {
    return this.root.locator('.vr-actions a.vr-button')
  }

  /** The error summary. */
  get summary(): Locator {
    return this.root.locator('.vr-summary')
  }

  /** The button that stops the automatic retry. */
  get stop(): Locator {
    return this.root.getByRole('button', { name: 'Don’t send it for me' })
  }

  /** The button that sends the same form again, on the "not sent" screen. */
  get tryAgain(): Locator {
    return this.root.getByRole('button', { name: /^Try (again|now)$/ })
  }

  /** The button that leads from there back to the form; not the one on the "may have been sent" screen. */
  get back(): Locator {
    return this.root.locator('.vr-next').getByRole('button', { name: 'Back to the form' })
  }

  /** The link to the official site where the voter can register without us. */
  get officialSite(): Locator {
    return this.root.getByRole('link', { name: 'official site' })
  }

  /** Requests a second attempt when the outcome of the first is unknown, and confirms it. */
  async sendAgainAndConfirm(): Promise<void> {
    await this.root.getByRole('button', { name: 'Send it again' }).click()
    await this.root.getByRole('button', { name: 'Yes, send it again' }).click()
  }

  /** Fills in the form for a person. */
  async fill(person: Person): Promise<void> {
    const { birth, agree, subscribe, state, title, ...texts } = person
    for (const [name, value] of Object.entries(texts)) await this.replace(name as Field, value)
    if (title !== undefined) await this.field('title').selectOption(title)
    await this.field('state').selectOption(state)
    // Nobody needs to register there: the form stops, and goes on when asked to.
    if (state === 'ND') await this.root.getByRole('button', { name: 'Continue with this form anyway' }).click()
    await this.enterMonth(birth.month)
    await this.field('day').fill(String(birth.day))
    await this.field('year').fill(String(birth.year))
    // With a review, consent is asked for there.
    if (agree || (await this.agree.isVisible())) await this.agree.setChecked(agree)
    if (subscribe !== undefined) await this.subscribe.setChecked(subscribe)
  }

  /** Replaces a field's value. In a non-empty e-mail field, Playwright would append to the value in Firefox. */
  async replace(name: Field, value: string): Promise<void> {
    const field = this.field(name)
    if ((await field.inputValue()) !== '') await field.clear()
    await field.fill(value)
  }

  private async enterMonth(month: number): Promise<void> {
    const field = this.field('month')
    const isSelect = await field.evaluate((element) => element.tagName === 'SELECT')
    if (isSelect) await field.selectOption({ index: month })
    else await field.fill(String(month))
  }

  /** Fills in the form for a person and sends it. */
  async register(person: Person): Promise<void> {
    await this.fill(person)
    await this.send.click()
  }

  /** Waits until this screen is shown, and checks that no other is. */
  async expectStep(step: Step): Promise<void> {
    await expect(this.root).toHaveAttribute('data-step', step)
    await expect(this.root).toHaveCount(1)
  }

  /** Returns the current values by field. */
  async values(): Promise<Record<string, string>> {
    const entries = fields.map(async (name) => [name, await this.field(name).inputValue()] as const)
    return Object.fromEntries(await Promise.all(entries))
  }
}
