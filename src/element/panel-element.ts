/** What our smaller elements have in common: a shadow root with the form's style, and the page's own fallback wherever
 *  there is nothing to show. */
import { OptionElement } from './option-element.ts'
import { type ShadowParts, shadowParts } from './shadow-parts.ts'

/** What the panel has to show: nothing, so that the fallback stands there; that it is loading, which the fallback stands
 *  for where there is one; itself; or itself beside the fallback. */
export type Shown = 'nothing' | 'waiting' | 'panel' | 'both'

/** A panel that was put in. */
export interface MountedPanel<Props> {
  show: (props: Props) => void
  unmount: () => void
}

/** Puts a panel into an empty element. */
export type MountPanel<Props> = (into: Element, onShown: (shown: Shown) => void) => MountedPanel<Props>

/** Nothing is wanted, the panel is being loaded, is there, or cannot be. */
type Stage<Props> =
  | { type: 'waiting' }
  | { type: 'loading' }
  | { type: 'shown'; panel: MountedPanel<Props> }
  | { type: 'broken' }

/** The element. A class of its own extends it for each tag. */
export abstract class PanelElement<Props extends object> extends OptionElement<Props> {
  #stage: Stage<Props> = { type: 'waiting' }
  #parts: ShadowParts | undefined

  /** Rejects when the panel cannot be had, or when the page has broken what it needs. */
  protected abstract loadPanel(): Promise<MountPanel<Props>>

  /** Everything the panel needs; `undefined` when something is missing, each with one call of `missing`. */
  protected abstract complete(
    options: Partial<Props>,
    missing: (attribute: string, what: string) => void,
  ): Props | undefined

  disconnectedCallback(): void {
    // Moving an element is taking it out and putting it in again.
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

  #read(): Props | undefined {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each attribute gives the option of its table.
    const options = { ...this.readAttributes(), ...this.readProperties() } as Partial<Props>
    return this.complete(options, (attribute, what) => {
      // A value that is not understood was named already.
      if (!this.hasAttribute(attribute)) this.warn(`${attribute} is missing: ${what}.`)
    })
  }

  async #load(): Promise<void> {
    this.#stage = { type: 'loading' }
    try {
      const mountPanel = await this.loadPanel()
      const props = this.isConnected ? this.#read() : undefined
      if (this.#stage.type !== 'loading') return
      this.#stage = { type: 'waiting' }
      if (props === undefined) return
      this.#parts ??= shadowParts(this)
      const panel = mountPanel(this.#parts.mount, (shown) => this.#reveal(shown))
      this.#stage = { type: 'shown', panel }
      panel.show(props)
    } catch (error) {
      console.error(`<${this.table.tag}>: it cannot be shown on this page.`, error)
      this.#stage = { type: 'broken' }
      this.#reveal('nothing')
    }
  }

  #reveal(shown: Shown): void {
    const hasFallback = this.textContent?.trim() !== '' || this.childElementCount > 0
    const isShown = shown === 'panel' || shown === 'both' || (shown === 'waiting' && !hasFallback)
    this.#parts?.reveal(isShown, shown !== 'panel')
  }

  #takeAway(): void {
    if (this.#stage.type === 'shown') this.#stage.panel.unmount()
    this.#stage = { type: 'waiting' }
    this.#reveal('nothing')
  }
}
