/** An element whose options are attributes and properties: reads them wherever they were set, and tells of changes. */
import { cleanTracking } from '../contract/campaign.ts'
import type { Prefill } from '../widget/options.ts'
import { forgetAddress, takePrefill, trackingInAddress } from '../widget/page-address.ts'
import { type ElementOptions, optionNames } from './element-options.ts'
import { defineOptions, upgradeOption } from './option-accessors.ts'
import { attributeNames, readAttributes, readOption } from './read-attributes.ts'

/** On a server there are no elements: importing this module does no harm there. */
// oxlint-disable-next-line typescript/no-extraneous-class -- there has to be something to extend.
const Base = globalThis.HTMLElement ?? class {}

// oxlint-disable-next-line typescript/no-unsafe-declaration-merging -- the options are accessors made below.
export interface OptionElement extends ElementOptions {}

/**
 * The attributes' half of the element. Properties win over attributes, whenever they are set, and attributes over the
 * page's address.
 */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the options are accessors made below.
export abstract class OptionElement extends Base {
  static get observedAttributes(): readonly string[] {
    return attributeNames
  }

  readonly #options: Partial<ElementOptions> = {}
  readonly #warned = new Set<string>()
  #isScheduled = false
  #addressPrefill: Prefill | undefined

  /** Called when options have changed, once for several that change together, and when the element comes into a page. */
  protected abstract optionsChanged(): void

  connectedCallback(): void {
    for (const name of optionNames) upgradeOption(this, name)
    this.schedule()
  }

  attributeChangedCallback(): void {
    this.schedule()
  }

  /** Fills fields that the voter has not touched. */
  setPrefill(prefill: Prefill): void {
    this.#options.prefill = { ...this.#options.prefill, ...prefill }
  }

  /** @internal Gives an option. */
  getOption(name: keyof ElementOptions): unknown {
    return this.#options[name]
  }

  /** @internal Sets an option. */
  setOption(name: keyof ElementOptions, value: unknown): void {
    const meant = readOption(name, value, (sentence) => this.warn(sentence))
    if (name === 'prefill' && typeof meant === 'object') {
      this.setPrefill(meant as Prefill)
      return
    }
    Object.assign(this.#options, { [name]: meant })
    this.schedule()
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

  /** Everything that was set, wherever it was; `tracking` is put together and clean. */
  protected read(): Partial<ElementOptions> {
    const { trackingDefaults, ...attributes } = readAttributes(this, (sentence) => this.warn(sentence))
    const set = Object.fromEntries(Object.entries(this.#options).filter(([, value]) => value !== undefined))
    const { tracking: wish, ...options }: Partial<ElementOptions> = { ...attributes, ...set }
    const fromUrl = options.trackingFromUrl === true ? trackingInAddress() : undefined
    const tracking = cleanTracking(wish, fromUrl, trackingDefaults)
    const allowed = options.prefillFromUrl
    this.#addressPrefill ??= allowed === undefined || allowed === false ? undefined : takePrefill(allowed)
    return {
      ...options,
      prefill: { ...this.#addressPrefill, ...attributes.prefill, ...this.#options.prefill },
      ...(tracking && { tracking }),
    }
  }

  /** What came with the page's address was the last voter's: from now on nothing comes from there. */
  protected forgetAddress(): void {
    forgetAddress()
    this.#addressPrefill = {}
  }

  /** The address is read again when the element comes back into a page. */
  protected readAddressAgain(): void {
    this.#addressPrefill = undefined
  }

  /** Says something to whoever runs the page, once. */
  protected warn(sentence: string): void {
    if (this.#warned.has(sentence)) return
    this.#warned.add(sentence)
    console.warn(`<voter-registration>: ${sentence}`)
  }
}

defineOptions(OptionElement.prototype, optionNames)
