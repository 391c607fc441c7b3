/** Base class of our elements: collects options from attributes and properties, and batches changes. */

/** A server has no `HTMLElement`, and imports this module too. */
// oxlint-disable-next-line typescript/no-extraneous-class -- there has to be something to extend.
const Base = globalThis.HTMLElement ?? class {}

/** An element with options. Properties win over attributes. */
export abstract class OptionElement<Options extends object> extends Base {
  /** @internal The element's name, for warnings. */
  protected abstract readonly tag: string
  /** @internal */
  protected abstract readonly propertyNames: readonly string[]
  /** @internal The properties as the page has set them. */
  protected readonly values: Partial<Options> = {}

  readonly #warned = new Set<string>()
  #isScheduled = false

  /** Called after options have changed, and when the element is connected. */
  protected abstract optionsChanged(): void

  connectedCallback(): void {
    for (const name of this.propertyNames) {
      if (!Object.hasOwn(this, name)) continue
      // A property from before the definition would shadow the accessor.
      const value: unknown = Reflect.get(this, name)
      Reflect.deleteProperty(this, name)
      this.setOption(name, value)
    }
    this.schedule()
  }

  attributeChangedCallback(): void {
    this.schedule()
  }

  /** @internal Returns an option, as the page has set it. */
  getOption(name: string): unknown {
    return Reflect.get(this.values, name)
  }

  /** @internal Sets an option. */
  setOption(name: string, value: unknown): void {
    Object.assign(this.values, { [name]: value ?? undefined })
    this.schedule()
  }

  /** Batches changes. */
  protected schedule(): void {
    if (this.#isScheduled || !this.isConnected) return
    this.#isScheduled = true
    queueMicrotask(() => {
      this.#isScheduled = false
      if (this.isConnected) this.optionsChanged()
    })
  }

  /** Logs a warning to the console, once. */
  protected warn(message: string): void {
    if (this.#warned.has(message)) return
    this.#warned.add(message)
    console.warn(`<${this.tag}>: ${message}`)
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
