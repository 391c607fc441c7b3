/** A voter's whole way through the form on a host's page. */
import { expect, type Page } from '@playwright/test'
import { FormPage } from '../form-page.ts'
import { aVoter } from '../people.ts'
import type { Stack } from '../stack.ts'

/** Registers on the open page, presses the answer's first button, and expects one registration and one event. */
export async function goWholeWay(page: Page, stack: Stack, site: string): Promise<void> {
  const form = new FormPage(page, { bff: stack.bff, site })
  await form.agree.waitFor()
  await form.register(aVoter())
  await form.expectStep('answer')
  await goOn(form, stack)
  expect((await stack.received()).registrations).toHaveLength(1)
}

/** Goes through the errors, and from the link to a field, to the answer: the focus moves along and stays in view. */
export async function goToTheAnswer(form: FormPage, stack: Stack): Promise<void> {
  await form.send.click()
  await expect(form.summary).toBeFocused()
  await form.summary.getByRole('link').nth(3).click()
  await expect(form.field('last_name')).toBeFocused()
  await expect(form.field('last_name')).toBeInViewport()
  // A tag manager follows the link once more, with a delay, and so moves the focus there.
  await expect.poll(() => form.page.evaluate(() => Reflect.get(window, 'leaving') ?? 0)).toBe(0)
  await form.register(aVoter())
  await form.expectStep('answer')
  await expect(form.root.locator('[data-focus]')).toBeFocused()
  expect((await stack.received()).registrations.map(({ body }) => body.first_name)).toEqual(['Ada'])
}

/** Presses the answer's first button, and expects one event. */
export async function goOn(form: FormPage, stack: Stack): Promise<void> {
  await form.ways.first().click()
  await form.page.waitForURL(`${stack.pages}/**`)
  await expect.poll(async () => (await stack.received()).events.length).toBe(1)
}
