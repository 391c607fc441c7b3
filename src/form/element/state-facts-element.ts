/** `<voter-state-facts>`, except for how its panel is loaded: each entry point decides that. */
import type { PanelStatus, StateFactsOptions } from '../widget/options.ts'
import { version } from '../widget/version.ts'
import { tagNames } from './define-tag.ts'
import { defineOptions, OptionElement } from './option-element.ts'
import { readOptionsAloud } from './option-warnings.ts'
import { getPropertyNames, stateFactsOptions } from './options.ts'
import { type ShadowParts, shadowParts } from './shadow-parts.ts'

interface MountedPanel {
  show: (props: StateFactsOptions) => void
  unmount: () => void
}

export type MountPanel = (into: Element, onAt: (at: PanelStatus) => void) => MountedPanel

export interface StateFactsElementClass {
  new (): HTMLElement & Partial<StateFactsOptions> & { readonly version: string }
  readonly version: string
  /** Versions of other copies that this page loaded but does not use. */
  readonly others: string[]
  readonly observedAttributes: readonly string[]
}

const required = {
  'api-base': 'the URL of your BFF, for example https://register.partner.org/api',
  state: 'the code of a state, for example TN',
}

type Stage = { type: 'waiting' } | { type: 'loading' } | { type: 'shown'; panel: MountedPanel } | { type: 'broken' }

/** The content between the tags is the fallback: it stays visible until the panel is loaded, and whenever there is nothing to
 *  show. Properties win over attributes. `loadPanel` rejects when the panel cannot be loaded, or the page has broken what it needs. */
export function createStateFactsElement(loadPanel: () => Promise<MountPanel>): StateFactsElementClass {
  const properties = getPropertyNames(stateFactsOptions)
  class StateFactsElement extends OptionElement<StateFactsOptions> {
    static readonly version = version
    static readonly others: string[] = []
    static readonly observedAttributes = Object.keys(stateFactsOptions)

    readonly version = version
    protected readonly tag = tagNames.stateFacts
    protected readonly propertyNames = properties
    #stage: Stage = { type: 'waiting' }
    #parts: ShadowParts | undefined

    disconnectedCallback(): void {
      // Moving an element removes it and inserts it again.
      queueMicrotask(() => {
        if (!this.isConnected) this.#takeAway()
      })
    }

    protected override optionsChanged(): void {
      const props = this.#read()
      if (props === undefined) this.#takeAway()
      else if (this.#stage.type === 'shown') this.#stage.panel.show(props)
      else if (this.#stage.type === 'waiting') void this.#load()
    }

    /** Returns the panel's options; `undefined`, and a warning, when a required one is missing. */
    #read(): StateFactsOptions | undefined {
      const source = { element: this, properties: this.written, warn: (sentence: string) => this.warn(sentence) }
      const options = readOptionsAloud(stateFactsOptions, source)
      const missing = Object.entries(required).filter(
        ([name]) => !Object.hasOwn(options, stateFactsOptions[name]?.property ?? name),
      )
      for (const [name, what] of missing) {
        // For an invalid value there is a warning already.
        if (!this.hasAttribute(name)) this.warn(`${name} is missing: ${what}.`)
      }
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each attribute gives the option of its table.
      return missing.length === 0 ? (options as unknown as StateFactsOptions) : undefined
    }

    async #load(): Promise<void> {
      this.#stage = { type: 'loading' }
      try {
        const mountPanel = await loadPanel()
        const props = this.isConnected ? this.#read() : undefined
        if (this.#stage.type !== 'loading') return
        this.#stage = { type: 'waiting' }
        if (props === undefined) return
        this.#parts ??= shadowParts(this)
        const panel = mountPanel(this.#parts.mount, (at) => this.#reveal(at))
        this.#stage = { type: 'shown', panel }
        panel.show(props)
      } catch (error) {
        console.error(`<${tagNames.stateFacts}>: it cannot be shown on this page.`, error)
        this.#stage = { type: 'broken' }
        this.#reveal('nothing')
      }
    }

    /** The fallback replaces a panel that is loading, and stays beside the line that its facts are unavailable. */
    #reveal(at: PanelStatus): void {
      const hasFallback = this.textContent?.trim() !== '' || this.childElementCount > 0
      const isShown = at === 'ready' || at === 'failed' || (at === 'loading' && !hasFallback)
      this.#parts?.reveal(isShown, at !== 'ready')
    }

    #takeAway(): void {
      if (this.#stage.type === 'shown') this.#stage.panel.unmount()
      this.#stage = { type: 'waiting' }
      this.#reveal('nothing')
    }
  }
  defineOptions(StateFactsElement.prototype, properties)
  return StateFactsElement
}
