/** The entry point of `voter-registration.js`: the element, its first screen, and how its program is loaded. */
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

/** Shared by all forms of the page, which share their drafts. */
const loadForm = loadOnce<CreateForm>(async () => {
  program = await loadChunkWithReact<typeof programFile>('program.js')
  const { MountedForm, lazyPart } = program
  const answerMarkdown = lazyPart(() => loadChunk<typeof markdownFile>('answer-markdown.js', loadReact()))
  const stateFacts = lazyPart(() => loadChunk<typeof factsFile>('state-facts.js', loadReact()))
  const getParts = () => (hasStateFacts ? { answerMarkdown, stateFacts } : { answerMarkdown })
  return (options) => new MountedForm(options, getParts)
})

/** The element, whose program is in separate script files. */
class VoterRegistrationElement extends RegistrationElement {
  /** Called by another script file of the same version, before or after the form is mounted. */
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
  // The only global: for `instanceof`, and to read the version.
  const page = globalThis as unknown as { VoterRegistration?: unknown }
  page.VoterRegistration ??= Object.freeze({ version: VoterRegistrationElement.version, VoterRegistrationElement })
}
