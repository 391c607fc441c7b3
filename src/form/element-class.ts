/** Entry point: only the class of `<voter-registration>`, for a page that defines the tag later or extends the class.
 *  Importing it defines nothing; `defineElement` does. */
import { defineTag, tagNames } from './element/define-tag.ts'
import { RegistrationElement } from './element/registration-element.ts'

/** The element, with a program that a bundler splits into a separate file. */
export class VoterRegistrationElement extends RegistrationElement {
  /** @internal */
  protected override async loadForm() {
    const [{ MountedForm }, { importedParts }] = await Promise.all([
      import('./element/program/mounted-form.tsx'),
      import('./widget/react/imported-parts.ts'),
    ])
    return (options: ConstructorParameters<typeof MountedForm>[0]) => new MountedForm(options, () => importedParts)
  }

  /** @internal */
  protected override loadDiagnose() {
    return import('./element/diagnose.ts')
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
