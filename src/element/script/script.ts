/** The entry of `voter-registration.js` and of its module twin: gives the element of the script file its form, and the
 *  parts that may come later: files beside the script. The state facts come only where the page has loaded a file that
 *  brings them. The order counts: the element is defined before the form's own modules run. Where a page keeps those from
 *  running (some change the language's own objects), the element is there all the same and shows the page's fallback. */
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
