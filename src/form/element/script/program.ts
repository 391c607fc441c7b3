/** The entry point of `program.js`, the program of the script's form: everything but its first screen. */
import { useSyncExternalStore } from 'react'
import { type LazyParts, lazyPart } from '../../widget/lazy-parts.ts'
import type { FormProgram } from '../form-host.ts'
import { formMounter } from '../program/mount-form.tsx'
import { formProgram } from '../program/running-form.ts'

/** The first file, as its program sees it. */
interface ProgramDeps {
  /** Loads a part of this version, and checks it by its hash. */
  loadPart: <Part>(file: string) => Promise<Part>
  /** Whether a further script file has asked for the state facts. */
  hasStateFacts: () => boolean
  /** Calls a function when it does; returns a function that ends that. */
  onStateFacts: (run: () => void) => () => void
}

/** Creates the program, with the lazy parts as files beside the script. The state facts come only where the page asks for
 *  them. */
export function createProgram({ loadPart, hasStateFacts, onStateFacts }: ProgramDeps): FormProgram {
  const without: LazyParts = { answerMarkdown: lazyPart(() => loadPart('answer-markdown.js')) }
  const whole: LazyParts = { ...without, stateFacts: lazyPart(() => loadPart('state-facts.js')) }
  const parts = () => (hasStateFacts() ? whole : without)
  return formProgram(formMounter(() => useSyncExternalStore(onStateFacts, parts, parts)))
}
