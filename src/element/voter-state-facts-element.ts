/** `<voter-state-facts>`: the facts of a state as a tag on any page. */
import { importedParts } from '../widget/react/imported-parts.ts'
import type { MountPanel } from './panel-element.ts'
import { StateFactsElement, type StateFactsOptions } from './state-facts-element.ts'

export type { StateFactsOptions }

/** The element, with a panel that a bundler makes a file of. */
export class VoterStateFactsElement extends StateFactsElement {
  protected override async loadPanel(): Promise<MountPanel<StateFactsOptions>> {
    const { factsMounter } = await import('./mount-facts.tsx')
    return factsMounter(importedParts)
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'voter-state-facts': VoterStateFactsElement
  }
}
