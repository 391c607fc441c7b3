/** `<voter-state-facts>`, except for how its panel is loaded, which each entry point decides. */
import type { PanelStatus, StateFactsOptions } from '../widget/options.ts'
import { version } from '../widget/version.ts'
import { tagNames } from './define-tag.ts'
import { defineOptions, OptionElement } from './option-element.ts'
import { readOptionsWithWarnings } from './option-warnings.ts'
import { getPropertyNames, stateFactsOptions } from './options.ts'
import { createShadowLayout, type ShadowLayout } from './shadow-layout.ts'

interface MountedPanel {
  show: (props: StateFactsOptions) => void
  unmount: () => void
}

export type MountPanel = (container: Element, onStatus: (status: PanelStatus) => void) => MountedPanel

export interface StateFactsElementClass {
  new (): HTMLElement & Partial<StateFactsOptions> & { readonly version: string }
  readonly version: string
  /** Versions of other copies that this page loaded but does not use. */
  readonly otherVersions: string[]
  readonly observedAttributes: readonly string[]
}

const requiredAttributes = {
  'api-base': 'the URL of your BFF, for example https://register.partner.org/api',
  state: 'the code of a state, for example TN',
}

type PanelState =
  | { type: 'waiting' }
  | { type: 'loading' }
  | { type: 'shown'; panel: MountedPanel }
  | { type: 'broken' }

/** The content between the tags is the fallback: visible until the panel has loaded, and while there is nothing to show.
 *  Properties win over attributes. `loadPanel` may reject. */
export function createStateFactsElement(loadPanel: () => Promise<MountPanel>): StateFactsElementClass {
  const properties = getPropertyNames(stateFactsOptions)
  class StateFactsElement extends OptionElement<StateFactsOptions> {
    static readonly version = version
    static readonly otherVersions: string[] = []
    static readonly observedAttributes = Object.keys(stateFactsOptions)

    readonly version = version
    protected readonly tag = tagNames.stateFacts
    protected readonly propertyNames = properties
    #state: PanelState = { type: 'waiting' }
    #layout: ShadowLayout | undefined

    disconnectedCallback(): void {
      // Moving an element disconnects and reconnects it.
      queueMicrotask(() => {
        if (!this.isConnected) this.#unmount()
      })
    }

    protected override optionsChanged(): void {
      const props = this.#readOptions()
      if (props === undefined) this.#unmount()
      else if (this.#state.type === 'shown') this.#state.panel.show(props)
      else if (this.#state.type === 'waiting') void this.#load()
    }

    /** Returns `undefined`, and warns, if a required option is missing. */
    #readOptions(): StateFactsOptions | undefined {
      const source = { element: this, properties: this.values, warn: (message: string) => this.warn(message) }
      const options = readOptionsWithWarnings(stateFactsOptions, source)
      const missing = Object.entries(requiredAttributes).filter(
        ([name]) => !Object.hasOwn(options, stateFactsOptions[name]?.property ?? name),
      )
      for (const [name, description] of missing) {
        // An invalid value has its own warning.
        if (!this.hasAttribute(name)) this.warn(`${name} is missing: ${description}.`)
      }
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each attribute gives the option of its table.
      return missing.length === 0 ? (options as unknown as StateFactsOptions) : undefined
    }

    async #load(): Promise<void> {
      this.#state = { type: 'loading' }
      try {
        const mountPanel = await loadPanel()
        const props = this.isConnected ? this.#readOptions() : undefined
        if (this.#state.type !== 'loading') return
        this.#state = { type: 'waiting' }
        if (props === undefined) return
        this.#layout ??= createShadowLayout(this)
        const panel = mountPanel(this.#layout.mount, (status) => this.#setVisible(status))
        this.#state = { type: 'shown', panel }
        panel.show(props)
      } catch (error) {
        console.error(`<${tagNames.stateFacts}>: it cannot be shown on this page.`, error)
        this.#state = { type: 'broken' }
        this.#setVisible('nothing')
      }
    }

    /** The fallback is shown while the panel loads, and next to the message that its facts are unavailable. */
    #setVisible(status: PanelStatus): void {
      const hasFallback = this.textContent?.trim() !== '' || this.childElementCount > 0
      const isShown = status === 'ready' || status === 'failed' || (status === 'loading' && !hasFallback)
      this.#layout?.setVisible(isShown, status !== 'ready')
    }

    #unmount(): void {
      if (this.#state.type === 'shown') this.#state.panel.unmount()
      this.#state = { type: 'waiting' }
      this.#setVisible('nothing')
    }
  }
  defineOptions(StateFactsElement.prototype, properties)
  return StateFactsElement
}
