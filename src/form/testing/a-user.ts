/** A simulated user for tests, without delays and layout checks. */
import { fireEvent } from '@testing-library/react'
import { type UserEvent, userEvent } from '@testing-library/user-event'

/** Without pointer checks, which take four times as long; the browser tests have them. */
export const aUser = (): UserEvent => userEvent.setup({ pointerEventsCheck: 0, delay: null })

/** Fills in a field without typing, for tests of what follows. */
export function fillField(field: HTMLElement, value: string): void {
  fireEvent.focus(field)
  fireEvent.change(field, { target: { value } })
  fireEvent.blur(field)
}

/** A value for each required field, by its label. */
export const requiredValues = {
  State: 'MA',
  'ZIP code': '02108',
  'First name': 'Ada',
  'Last name': 'Sample',
  Month: '4',
  Day: '12',
  Year: '1990',
  'Street address': '10 Test Street',
  City: 'Boston',
  Email: 'ada@example.org',
}

/** Returns the texts that describe an element, in their order. */
export const getDescriptions = (element: Element | null) =>
  (element?.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent)
