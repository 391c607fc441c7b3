/** What our smaller elements have in common: a shadow root with the form's looks, options as attributes and properties, and
 *  what stands between the tags wherever there is nothing to show. */
import { type Attributes, readAttributesBy, readProperty } from './attributes.ts'
import { upgradeOption } from './option-accessors.ts'
import { type ShadowParts, shadowParts } from './shadow-parts.ts'

/** On a server there are no elements: importing this module does no harm there. */
// oxlint-disable-next-line typescript/no-extraneous-class -- there has to be something to extend.
const Base = globalThis.HTMLElement ?? class {}

/** What the panel has to show: nothing, so that the fallback stands there; that it is on its way, which the fallback
 *  stands for where there is one; itself; or itself beside the fallback. */
export type Shown = 'nothing' | 'waiting' | 'panel' | 'both'

/** A panel that was put in. */
export interface MountedPanel<Props> {
  show(props: Props): void
  unmount(): void
}

/** Puts a panel into an empty element. */
export type MountPanel<Props> = (into: Element, onShown: (shown: Shown) => void) => MountedPanel<Props>

/** What a kind of panel is made of. */
export interface PanelKind<Props> {
  tag: string
  attributes: Attributes
  /** What can be set as property, which wins over the attribute. */
  options: readonly (keyof Props & string)[]
  /** Everything the panel needs; `undefined` when something is missing, which `missing` is told once. */
  complete(options: Partial<Props>, missing: (attribute: string, what: string) => void): Props | undefined
  /** Rejects when the panel cannot be had, or when the page has broken what it needs. */
  load(): Promise<MountPanel<Props>>
}

/** Nothing is wanted, the panel is being fetched, is there, or cannot be. */
type Stage<Props> =
  | { type: 'waiting' }
  | { type: 'loading' }
  | { type: 'shown'; panel: MountedPanel<Props> }
  | { type: 'broken' }

/** The element. A class of its own extends it for each tag. */
export abstract class PanelElement<Props extends object> extends Base {
  /** @internal What kind of panel it is. */
  protected abstract readonly kind: PanelKind<Props>

  readonly #options: Partial<Props> = {}
  readonly #warned = new Set<string>()
  #stage: Stage<Props> = { type: 'waiting' }
  #isScheduled = false
  #parts: ShadowParts | undefined

  connectedCallback(): void {
    for (const name of this.kind.options) upgradeOption(this, name)
    this.#schedule()
  }

  disconnectedCallback(): void {
    // Moving an element is taking it out and putting it in again.
    queueMicrotask(() => {
      if (!this.isConnected) this.#takeAway()
    })
  }

  attributeChangedCallback(): void {
    this.#schedule()
  }

  /** @internal Gives an option. */
  getOption(name: keyof Props & string): unknown {
    return this.#options[name]
  }

  /** @internal Sets an option. Frameworks set properties to an attribute's text: that means what the attribute means. */
  setOption(name: keyof Props & string, value: unknown): void {
    const meant = readProperty(this.kind.attributes, name, value, (sentence) => this.#warn(sentence))
    Object.assign(this.#options, { [name]: meant })
    this.#schedule()
  }

  /** Attributes and properties often change several at a time. */
  #schedule(): void {
    if (this.#isScheduled || !this.isConnected) return
    this.#isScheduled = true
    queueMicrotask(() => {
      this.#isScheduled = false
      if (this.isConnected) this.#goOn()
    })
  }

  #goOn(): void {
    const props = this.#read()
    if (props === undefined) this.#takeAway()
    else if (this.#stage.type === 'shown') this.#stage.panel.show(props)
    else if (this.#stage.type === 'waiting') void this.#load()
  }

  /** Everything that was set, properties before attributes. */
  #read(): Props | undefined {
    const { kind } = this
    const attributes = readAttributesBy(kind.attributes, this, (sentence) => this.#warn(sentence))
    const set = Object.entries(this.#options).filter(([, value]) => value !== undefined)
    const options = { ...attributes, ...Object.fromEntries(set) } as Partial<Props>
    return kind.complete(options, (attribute, what) => {
      // A value that is not understood was named already.
      if (!this.hasAttribute(attribute)) this.#warn(`${attribute} is missing: ${what}.`)
    })
  }

  async #load(): Promise<void> {
    this.#stage = { type: 'loading' }
    try {
      const mountPanel = await this.kind.load()
      const props = this.isConnected ? this.#read() : undefined
      if (this.#stage.type !== 'loading') return
      this.#stage = { type: 'waiting' }
      if (props === undefined) return
      this.#parts ??= shadowParts(this)
      const panel = mountPanel(this.#parts.mount, (shown) => this.#reveal(shown))
      this.#stage = { type: 'shown', panel }
      panel.show(props)
    } catch (error) {
      console.error(`<${this.kind.tag}>: it cannot be shown on this page.`, error)
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

  #warn(sentence: string): void {
    if (this.#warned.has(sentence)) return
    this.#warned.add(sentence)
    console.warn(`<${this.kind.tag}>: ${sentence}`)
  }
}
