/** The entry point of `voter-registration.js`, the first file: the element, its first screen, and how its program is loaded. */
import type * as factsFile from '../../widget/facts/state-facts.ts'
import type * as markdownFile from '../../widget/screens/answer-markdown.tsx'
import { defineTag, tagNames } from '../define-tag.ts'
import type * as diagnoseFile from '../diagnose.ts'
import { formOptions } from '../options.ts'
import type * as programFile from '../program/mounted-form.tsx'
import { type CreateForm, RegistrationElement } from '../registration-element.ts'
import { insertAfterScript, watchPlaceholders } from './auto-mount.ts'
import {
  getAssetUrls,
  loadChunk,
  loadChunkWithReact,
  loadOnce,
  loadReact,
  scriptTag,
  tryInOrder,
} from './load-chunk.ts'

let hasStateFacts = false
let program: typeof programFile | undefined

/** One for all forms of the page: what one leaves is kept for the next. */
const loadForm = loadOnce<CreateForm>(async () => {
  program = await loadChunkWithReact<typeof programFile>('program.js')
  const { MountedForm, lazyPart } = program
  const answerMarkdown = lazyPart(() => loadChunk<typeof markdownFile>('answer-markdown.js', loadReact()))
  const stateFacts = lazyPart(() => loadChunk<typeof factsFile>('state-facts.js', loadReact()))
  const getParts = () => (hasStateFacts ? { answerMarkdown, stateFacts } : { answerMarkdown })
  return (options) => new MountedForm(options, getParts)
})

/** The element, with a program in files beside this one. */
class VoterRegistrationElement extends RegistrationElement {
  /** Adds the state facts, for a further script file of the same version, before or after the form is on the page. */
  static addStateFacts(): void {
    hasStateFacts = true
    for (const form of program?.MountedForm.instances ?? []) form.show()
  }

  protected override loadForm(): Promise<CreateForm> {
    return loadForm()
  }

  protected override loadDiagnose() {
    return tryInOrder(
      getAssetUrls('diagnose.js'),
      (url) => import(/* @vite-ignore */ url) as Promise<typeof diagnoseFile>,
    )
  }
}

const isFirst = defineTag(tagNames.form, VoterRegistrationElement)
const formSpec = { tag: tagNames.form, options: formOptions }
insertAfterScript(formSpec, scriptTag, 'data-api-base')
if (isFirst) {
  watchPlaceholders(formSpec, 'data-api-base')
  // The only global name: for `instanceof`, and to read the version.
  const page = globalThis as unknown as { VoterRegistration?: unknown }
  page.VoterRegistration ??= Object.freeze({ version: VoterRegistrationElement.version, VoterRegistrationElement })
}
