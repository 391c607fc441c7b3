/** `<voter-registration>`: the form as a tag on any page. */
import { importedParts } from '../widget/react/imported-parts.ts'
import { defineTag, tagNames } from './define-tag.ts'
import type * as diagnosing from './diagnose.ts'
import type { MountForm } from './mounted-form.ts'
import { RegistrationElement } from './registration-element.ts'

/** The element, with a form that a bundler splits into a separate file. */
export class VoterRegistrationElement extends RegistrationElement {
  protected override async loadForm(): Promise<MountForm> {
    const { formMounter } = await import('./mount-form.tsx')
    return formMounter(() => importedParts)
  }

  protected override loadDiagnose(): Promise<typeof diagnosing> {
    return import('./diagnose.ts')
  }
}

/** Defines the element. A page that already has it keeps its own; the console names the other version.
 *
 * @returns whether this call defined it
 */
export function defineElement(): boolean {
  return defineTag(tagNames.form, VoterRegistrationElement)
}

declare global {
  interface HTMLElementTagNameMap {
    'voter-registration': VoterRegistrationElement
  }
}
