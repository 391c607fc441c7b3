/** Entry point: the facts of a state as the element `<voter-state-facts>`. Importing it defines the tag. */
import { defineTag } from './element/define-tag.ts'
import { panelElement } from './element/panel-element.ts'
import { type StateFactsOptions, stateFactsElement } from './element/state-facts-element.ts'
import { importedParts } from './widget/react/imported-parts.ts'

export type { StateFactsOptions }

/** The element, with a panel that a bundler splits into a separate file. */
export class VoterStateFactsElement extends panelElement<StateFactsOptions>(stateFactsElement, async () => {
  const [{ panelMounter }, { StateFactsRoot }] = await Promise.all([
    import('./element/mount-panel.tsx'),
    import('./widget/facts/state-facts-root.tsx'),
  ])
  return panelMounter(StateFactsRoot, importedParts)
}) {}

defineTag(stateFactsElement.tag, VoterStateFactsElement)

declare global {
  interface HTMLElementTagNameMap {
    'voter-state-facts': VoterStateFactsElement
  }
}
