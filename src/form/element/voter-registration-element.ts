/** `<voter-registration>`: the form as a tag on any page. */
import { defineTag, tagNames } from './define-tag.ts'
import type * as diagnosing from './diagnose.ts'
import type { FormProgram } from './form-host.ts'
import { RegistrationElement } from './registration-element.ts'

let program: FormProgram | undefined

/** The element, with a program that a bundler splits into a separate file. */
export class VoterRegistrationElement extends RegistrationElement {
  protected override async loadProgram(): Promise<FormProgram> {
    const { importedProgram } = await import('./program/imported-program.ts')
    program = importedProgram
    return importedProgram
  }

  protected override hasProgram(): boolean {
    return program !== undefined
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
