/** Shared code of our smaller elements: a shadow root with the form's style, and the page's own fallback whenever there is
 *  nothing to show. */
import { isStateCode, stateCodes } from '../../contract/states.ts'
import type { PanelAt } from '../widget/panel-options.ts'
import { version } from '../widget/version.ts'
import {
  type Attributes,
  address,
  headingLevel,
  json,
  locale,
  looks,
  optionNames,
  readAttributesBy,
  readPropertiesBy,
} from './attributes.ts'
import { defineOptions, OptionElement } from './option-element.ts'
import { type ShadowParts, shadowParts } from './shadow-parts.ts'

/** A mounted panel. */
export interface MountedPanel<Props> {
  show: (props: Props) => void
  unmount: () => void
}

/** Mounts a panel in an empty element. */
export type MountPanel<Props> = (into: Element, onAt: (at: PanelAt) => void) => MountedPanel<Props>

/** Describes one of the elements. */
export interface PanelDefinition {
  tag: string
  attributes: Attributes
  /** The attributes that the panel cannot do without, each with its description. */
  required: Readonly<Record<string, string>>
}

/** The class of such an element; its options are also properties. */
export interface PanelElementClass<Props> {
  new (): HTMLElement & Partial<Props> & { readonly version: string }
  readonly version: string
  /** Versions of other copies that this page loaded but does not use. */
  readonly others: string[]
  readonly observedAttributes: readonly string[]
}

/** The attributes that all panels have. */
export const panelAttributes: Attributes = {
  'api-base': address('apiBase'),
  state: {
    option: 'state',
    read: (value) => (isStateCode(value.toUpperCase()) ? value.toUpperCase() : undefined),
    allowed: `the code of a state: ${stateCodes.join(', ')}`,
  },
  locale,
  messages: json('messages'),
  'heading-level': headingLevel,
  ...looks,
}

/** Describes the attribute `api-base`, for the warning that it is missing. */
export const missingApiBase = 'the address of your BFF, for example https://register.partner.org/api'

/** Not started, loading, shown, or broken. */
type Stage<Props> =
  | { type: 'waiting' }
  | { type: 'loading' }
  | { type: 'shown'; panel: MountedPanel<Props> }
  | { type: 'broken' }

/**
 * Creates the class of an element. The content between its tags is the fallback: it stays visible until the panel is
 * loaded, and whenever there is nothing to show. Options are attributes or properties; properties win, whenever they are set.
 *
 * @param loadPanel rejects when the panel cannot be loaded, or when the page has broken what it needs
 */
export function panelElement<Props extends object>(
  definition: PanelDefinition,
  loadPanel: () => Promise<MountPanel<Props>>,
): PanelElementClass<Props> {
  const names = optionNames(definition.attributes)
  class PanelElement extends OptionElement<Props> {
    static readonly version = version
    static readonly others: string[] = []
    static readonly observedAttributes = Object.keys(definition.attributes)

    readonly version = version
    protected readonly tag = definition.tag
    protected readonly propertyNames = names
    #stage: Stage<Props> = { type: 'waiting' }
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
    #read(): Props | undefined {
      const { attributes } = definition
      const warn = (sentence: string) => this.warn(sentence)
      const options = {
        ...readAttributesBy(attributes, this, warn),
        ...readPropertiesBy(attributes, this.written, warn),
      }
      const missing = Object.entries(definition.required).filter(
        ([name]) => !Object.hasOwn(options, definition.attributes[name]?.option ?? name),
      )
      for (const [name, what] of missing) {
        // For an invalid value there is a warning already.
        if (!this.hasAttribute(name)) this.warn(`${name} is missing: ${what}.`)
      }
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each attribute gives the option of its table.
      return missing.length === 0 ? (options as Props) : undefined
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
        console.error(`<${definition.tag}>: it cannot be shown on this page.`, error)
        this.#stage = { type: 'broken' }
        this.#reveal('nothing')
      }
    }

    /** The fallback replaces a panel that is loading, and stays beside the line that its facts are unavailable. */
    #reveal(at: PanelAt): void {
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
  defineOptions(PanelElement.prototype, names)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the options are the accessors just made.
  return PanelElement as unknown as PanelElementClass<Props>
}
