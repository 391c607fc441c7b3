/** `<voter-state-facts>`: the facts of a state as a tag on any page. */
import { importedParts } from '../widget/react/imported-parts.ts'
import { defineTag } from './define-tag.ts'
import { panelElement } from './panel-element.ts'
import { type StateFactsOptions, stateFactsElement } from './state-facts-element.ts'

export type { StateFactsOptions }

/** The element, with a panel that a bundler splits into a separate file. */
export class VoterStateFactsElement extends panelElement<StateFactsOptions>(stateFactsElement, async () => {
  const [{ panelMounter }, { StateFactsRoot }] = await Promise.all([
    import('./mount-panel.tsx'),
    import('../widget/facts/state-facts-root.tsx'),
  ])
  return panelMounter(StateFactsRoot, importedParts)
}) {}

/** Defines the element. A page that already has it keeps its own; the console names the other version.
 *
 * @returns whether this call defined it
 */
export function defineStateFacts(): boolean {
  return defineTag(stateFactsElement.tag, VoterStateFactsElement)
}

declare global {
  interface HTMLElementTagNameMap {
    'voter-state-facts': VoterStateFactsElement
  }
}
