/** The base class of our elements: options as attributes and properties, and one call when they have changed. */
import { type Attributes, readAttributesBy, readProperty } from './attributes.ts'

/** A server has no `HTMLElement`; this keeps the module importable there. */
// oxlint-disable-next-line typescript/no-extraneous-class -- there has to be something to extend.
const Base = globalThis.HTMLElement ?? class {}

/** Describes the options of an element. */
export interface OptionTable {
  tag: string
  attributes: Attributes
  /** The options that can be set as properties, which win over attributes. */
  names: readonly string[]
}

/** An element with options. Properties win over attributes, whenever they are set. */
export abstract class OptionElement<Options extends object> extends Base {
  /** @internal */
  protected abstract readonly table: OptionTable

  readonly #options: Partial<Options> = {}
  readonly #warned = new Set<string>()
  #isScheduled = false

  /** Called once after one or several options have changed, and when the element comes into a page. */
  protected abstract optionsChanged(): void

  connectedCallback(): void {
    for (const name of this.table.names) this.#upgradeOption(name)
    this.schedule()
  }

  attributeChangedCallback(): void {
    this.schedule()
  }

  /** @internal Returns an option. */
  getOption(name: string): unknown {
    return Reflect.get(this.#options, name)
  }

  /** @internal Sets an option. Frameworks set properties to an attribute's text: it is parsed like the attribute. */
  setOption(name: string, value: unknown): void {
    Object.assign(this.#options, { [name]: this.readProperty(name, value) })
    this.schedule()
  }

  /** Parses a property's value; returns `undefined`, and warns, for an invalid value. */
  protected readProperty(name: string, value: unknown): unknown {
    return readProperty(this.table.attributes, name, value, (sentence) => this.warn(sentence))
  }

  /** Returns the options from the attributes. */
  protected readAttributes(): Record<string, unknown> {
    return readAttributesBy(this.table.attributes, this, (sentence) => this.warn(sentence))
  }

  /** Returns the options that were set as properties. */
  protected readProperties(): Partial<Options> {
    const entries = Object.entries(this.#options).filter(([, value]) => value !== undefined)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- some of the same entries.
    return Object.fromEntries(entries) as Partial<Options>
  }

  /** Groups changes: attributes and properties often change several at a time. */
  protected schedule(): void {
    if (this.#isScheduled || !this.isConnected) return
    this.#isScheduled = true
    queueMicrotask(() => {
      this.#isScheduled = false
      if (this.isConnected) this.optionsChanged()
    })
  }

  /** Logs a warning to the console, once. */
  protected warn(sentence: string): void {
    if (this.#warned.has(sentence)) return
    this.#warned.add(sentence)
    console.warn(`<${this.table.tag}>: ${sentence}`)
  }

  /** A property that a page set before the element was defined is an own property, which would always hide the accessor. */
  #upgradeOption(name: string): void {
    const own = Object.getOwnPropertyDescriptor(this, name)
    if (own === undefined) return
    Reflect.deleteProperty(this, name)
    this.setOption(name, own.value)
  }
}

/** Adds a property for each option to a class of elements: `element.locale = 'es'`. */
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
