/** A user of the page for tests, without waits and without what only a layout can tell. */
import { fireEvent } from '@testing-library/react'
import { type UserEvent, userEvent } from '@testing-library/user-event'

/** Sets up a user. Whether a style keeps the pointer away is the browser tests' to say: here it takes a quarter of the time. */
export const aUser = (): UserEvent => userEvent.setup({ pointerEventsCheck: 0, delay: null })

/** Fills in a field at once, where a test is about what comes after: other tests type. */
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
