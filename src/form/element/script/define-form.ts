/** Defines `<voter-registration>`, and places it where the page asks for it. */
import { defineTag, tagNames } from '../define-tag.ts'
import type * as diagnosing from '../diagnose.ts'
import { formAttributes } from '../form-attributes.ts'
import type { MountForm } from '../mounted-form.ts'
import { RegistrationElement } from '../registration-element.ts'
import { besideScript, firstOf } from './beside-script.ts'
import { placeBehind, watchForMarked } from './place-elements.ts'
import { scriptTag } from './script-address.ts'

/** The element, with the form from the same file. */
export class VoterRegistrationElement extends RegistrationElement {
  /** Set when the whole file has run. */
  static mountForm: MountForm | undefined
  /** Adds the state facts from a further script file of the same version, before or after the form is on the page. */
  static addStateFacts: (() => void) | undefined

  protected override async loadForm(): Promise<MountForm> {
    const { mountForm } = VoterRegistrationElement
    if (mountForm !== undefined) return mountForm
    throw new Error('The form could not be made. The error that kept it from that stands above.')
  }

  protected override loadDiagnose(): Promise<typeof diagnosing> {
    return firstOf(besideScript('diagnose.js'), (url) => import(/* @vite-ignore */ url) as Promise<typeof diagnosing>)
  }
}

const isFirst = defineTag(tagNames.form, VoterRegistrationElement)
const placed = { tag: tagNames.form, attributes: formAttributes }
placeBehind(placed, scriptTag, 'data-api-base')
if (isFirst) {
  watchForMarked(placed, 'data-api-base')
  // The only global name: for `instanceof`, and to read the version.
  const page = globalThis as unknown as { VoterRegistration?: unknown }
  page.VoterRegistration ??= Object.freeze({ version: VoterRegistrationElement.version, VoterRegistrationElement })
}
