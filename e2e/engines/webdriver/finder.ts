/** Playwright's ways of finding elements as a person would: by role, text, label. */
import { escapeForAttributeSelector, escapeForTextSelector } from './playwright-parts.ts'

/** A text to find, as passed by a test. */
export type Text = string | RegExp

/** The options of `getByRole`. */
interface RoleOptions {
  name?: Text
  exact?: boolean
  level?: number
  checked?: boolean
  expanded?: boolean
  pressed?: boolean
  selected?: boolean
  disabled?: boolean
  includeHidden?: boolean
}

/** Finds elements within a root. */
export abstract class Finder<Found> {
  abstract locator(selector: string): Found

  getByRole(role: string, { name, exact = false, ...states }: RoleOptions = {}): Found {
    const named = name === undefined ? '' : `[name=${escapeForAttributeSelector(name, exact)}]`
    const others = Object.entries(states).map(
      ([state, value]) => `[${state === 'includeHidden' ? 'include-hidden' : state}=${value}]`,
    )
    return this.locator(`internal:role=${role}${others.join('')}${named}`)
  }

  getByText(text: Text, { exact = false } = {}): Found {
    return this.locator(`internal:text=${escapeForTextSelector(text, exact)}`)
  }

  getByLabel(text: Text, { exact = false } = {}): Found {
    return this.locator(`internal:label=${escapeForTextSelector(text, exact)}`)
  }

  getByTitle(text: Text, { exact = false } = {}): Found {
    return this.locator(`internal:attr=[title=${escapeForAttributeSelector(text, exact)}]`)
  }
}
