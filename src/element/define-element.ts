/** Makes `<voter-registration>` known to the page, once. */
import { VoterRegistrationElement } from './voter-registration-element.ts'

/** The tag's name. */
export const tagName = 'voter-registration'

/** Defines the element. A page that has it already keeps the one it has; another version is named in the console. */
export function defineElement(): void {
  if (typeof customElements === 'undefined') return
  const known = customElements.get(tagName) as Partial<typeof VoterRegistrationElement> | undefined
  if (known === undefined) {
    customElements.define(tagName, VoterRegistrationElement)
    return
  }
  const { version } = VoterRegistrationElement
  if (known.version === version || known.others?.includes(version) === true) return
  known.others?.push(version)
  console.warn(
    `<voter-registration>: this page loads version ${version}, but version ${known.version ?? 'unknown'} was there first and stays. Load one of them only.`,
  )
}
