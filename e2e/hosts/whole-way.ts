/** The way of a voter on a host's page. */
import { expect, type Page } from '@playwright/test'
import { FormPage } from '../form-page.ts'
import { aVoter } from '../people.ts'
import type { Stack } from '../stack.ts'

/** Registers on the page that is open, presses the first way on, and sees that one registration and one event have arrived. */
export async function goWholeWay(page: Page, stack: Stack, site: string): Promise<void> {
  const form = new FormPage(page, { bff: stack.bff, site })
  await form.agree.waitFor()
  await form.register(aVoter())
  await form.expectStep('answer')
  await form.ways.first().click()
  await page.waitForURL(`${stack.pages}/**`)
  await expect.poll(async () => (await stack.received()).events.length).toBe(1)
  expect((await stack.received()).registrations).toHaveLength(1)
}
