/** Gives the element of the script file its form, and the parts that may come later: files beside the script. The state
 *  facts come only where the page has loaded a file that brings them. */
import { useSyncExternalStore } from 'react'
import { type LazyParts, lazyPart } from '../../widget/lazy-parts.ts'
import { formMounter } from '../mount-form.tsx'
import type { VoterRegistrationElement } from './define-form.ts'
import { loadPart } from './load-part.ts'

let parts: LazyParts = { answerMarkdown: lazyPart(() => loadPart('answer-markdown.js')) }
const followers = new Set<() => void>()

/** Makes the form known to the element's class. */
export function provideForm(element: typeof VoterRegistrationElement): void {
  element.mountForm = formMounter(useParts)
  element.addStateFacts = addStateFacts
}

/** The parts; the forms on the page follow when a further script file adds the state facts. */
function useParts(): LazyParts {
  return useSyncExternalStore(follow, () => parts)
}

function follow(onChange: () => void): () => void {
  followers.add(onChange)
  return () => followers.delete(onChange)
}

/** Adds the state facts, once. */
function addStateFacts(): void {
  if (parts.stateFacts !== undefined) return
  parts = { ...parts, stateFacts: lazyPart(() => loadPart('state-facts.js')) }
  for (const onChange of followers) onChange()
}
