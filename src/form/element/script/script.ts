/** The entry point of `voter-registration.js` and of its module version: gives the script file's element its form, and the
 *  lazy parts, which are files beside the script. The state facts come only where the page loads a file that contains
 *  them. The order matters: the element is defined before the form's own modules run. On a page that breaks those (some
 *  change built-in objects), the element still exists and shows the page's fallback. */
import './define-form.ts'
import { useSyncExternalStore } from 'react'
import { type LazyParts, lazyPart } from '../../widget/lazy-parts.ts'
import { formMounter } from '../mount-form.tsx'
import { VoterRegistrationElement } from './define-form.ts'
import { loadPart } from './load-part.ts'

let parts: LazyParts = { answerMarkdown: lazyPart(() => loadPart('answer-markdown.js')) }
const followers = new Set<() => void>()

VoterRegistrationElement.mountForm = formMounter(useParts)
VoterRegistrationElement.addStateFacts = addStateFacts

/** Returns the lazy parts; forms on the page update when a further script file adds the state facts. */
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
