/** The base of our elements: options as attributes and properties, and one call when they have changed. */
import { type Attributes, readAttributesBy, readProperty } from './attributes.ts'

/** On a server there are no elements: importing this module does no harm there. */
// oxlint-disable-next-line typescript/no-extraneous-class -- there has to be something to extend.
const Base = globalThis.HTMLElement ?? class {}

/** What an element's options are. */
export interface OptionTable {
  tag: string
  attributes: Attributes
  /** What can be set as a property, which wins over the attribute. */
  names: readonly string[]
}

/** Properties win over attributes, whenever they are set. */
export abstract class OptionElement<Options extends object> extends Base {
  /** @internal */
  protected abstract readonly table: OptionTable

  readonly #options: Partial<Options> = {}
  readonly #warned = new Set<string>()
  #isScheduled = false

  /** Called when options have changed, once for several that change together, and when the element comes into a page. */
  protected abstract optionsChanged(): void

  connectedCallback(): void {
    for (const name of this.table.names) this.#upgradeOption(name)
    this.schedule()
  }

  attributeChangedCallback(): void {
    this.schedule()
  }

  /** @internal Gives an option. */
  getOption(name: string): unknown {
    return Reflect.get(this.#options, name)
  }

  /** @internal Sets an option. Frameworks set properties to an attribute's text: that means what the attribute means. */
  setOption(name: string, value: unknown): void {
    Object.assign(this.#options, { [name]: this.readProperty(name, value) })
    this.schedule()
  }

  /** What a property's value means; `undefined`, and a warning, for a value that means nothing. */
  protected readProperty(name: string, value: unknown): unknown {
    return readProperty(this.table.attributes, name, value, (sentence) => this.warn(sentence))
  }

  /** What the attributes say. */
  protected readAttributes(): Record<string, unknown> {
    return readAttributesBy(this.table.attributes, this, (sentence) => this.warn(sentence))
  }

  /** What was set as properties. */
  protected readProperties(): Partial<Options> {
    const entries = Object.entries(this.#options).filter(([, value]) => value !== undefined)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- some of the same entries.
    return Object.fromEntries(entries) as Partial<Options>
  }

  /** Attributes and properties often change several at a time. */
  protected schedule(): void {
    if (this.#isScheduled || !this.isConnected) return
    this.#isScheduled = true
    queueMicrotask(() => {
      this.#isScheduled = false
      if (this.isConnected) this.optionsChanged()
    })
  }

  /** Writes a sentence into the console, once. */
  protected warn(sentence: string): void {
    if (this.#warned.has(sentence)) return
    this.#warned.add(sentence)
    console.warn(`<${this.table.tag}>: ${sentence}`)
  }

  /** What a page has set before the element was known is an own property, which would hide the accessor for good. */
  #upgradeOption(name: string): void {
    const own = Object.getOwnPropertyDescriptor(this, name)
    if (own === undefined) return
    Reflect.deleteProperty(this, name)
    this.setOption(name, own.value)
  }
}

/** Gives a class of elements a property for each option: `element.locale = 'es'`. */
export function defineOptions<Options extends object>(
  prototype: OptionElement<Options>,
  names: readonly string[],
): void {
  for (const name of names) {
    Object.defineProperty(prototype, name, {
      configurable: true,
      enumerable: true,
      get(this: OptionElement<Options>) {
        return this.getOption(name)
      },
      set(this: OptionElement<Options>, value: unknown) {
        this.setOption(name, value)
      },
    })
  }
}
