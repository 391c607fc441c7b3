/** The class of `<voter-registration>` in the script file, with a program in files beside it. */
import type * as diagnosing from '../diagnose.ts'
import type { FormProgram } from '../form-host.ts'
import { RegistrationElement } from '../registration-element.ts'
import { besideScript, firstOf, loadLibrary, loadPart, loadWithLibrary } from './load-part.ts'
import type * as programFile from './program.ts'

let hasStateFacts = false
const followers = new Set<() => void>()
let program: FormProgram | undefined
let loading: Promise<FormProgram> | undefined

async function load(): Promise<FormProgram> {
  const { createProgram } = await loadWithLibrary<typeof programFile>('program.js')
  program = createProgram({
    loadPart: (file) => loadPart(file, loadLibrary()),
    hasStateFacts: () => hasStateFacts,
    onStateFacts(run) {
      followers.add(run)
      return () => followers.delete(run)
    },
  })
  return program
}

/** The element, with a program in files beside this one. */
export class VoterRegistrationElement extends RegistrationElement {
  /** Adds the state facts, for a further script file of the same version, before or after the form is on the page. */
  static addStateFacts(): void {
    hasStateFacts = true
    for (const run of followers) run()
  }

  protected override async loadProgram(): Promise<FormProgram> {
    // One for all forms of the page: what one leaves is kept for the next.
    if (program !== undefined) return program
    loading ??= load().finally(() => {
      loading = undefined
    })
    return loading
  }

  protected override hasProgram(): boolean {
    return program !== undefined
  }

  protected override loadDiagnose(): Promise<typeof diagnosing> {
    return firstOf(besideScript('diagnose.js'), (url) => import(/* @vite-ignore */ url) as Promise<typeof diagnosing>)
  }
}
