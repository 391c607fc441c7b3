/** Entry point: the facts of a state as the element `<voter-state-facts>`. Importing it defines the tag. */
import { defineTag, tagNames } from './element/define-tag.ts'
import { createStateFactsElement } from './element/state-facts-element.ts'
import type { StateFactsOptions } from './widget/options.ts'
import { importedParts } from './widget/react/imported-parts.ts'

export type { StateFactsOptions }

/** The element, with a panel that a bundler splits into a separate file. */
export class VoterStateFactsElement extends createStateFactsElement(async () => {
  const { createPanelMounter } = await import('./element/mount-panel.tsx')
  return createPanelMounter(importedParts)
}) {}

defineTag(tagNames.stateFacts, VoterStateFactsElement)

declare global {
  interface HTMLElementTagNameMap {
    'voter-state-facts': VoterStateFactsElement
  }
}
