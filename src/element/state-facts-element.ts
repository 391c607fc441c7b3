/** `<voter-state-facts>` but for where its panel comes from: that is the entry's business. */
import { isStateCode, stateCodes } from '../contract/states.ts'
import type { VoterStateFactsProps } from '../widget/civic/state-facts-root.tsx'
import { version } from '../widget/version.ts'
import { type Attributes, address, json, locale, looks, names, oneOf, text } from './attributes.ts'
import { defineOptions } from './option-accessors.ts'
import type { OptionTable } from './option-element.ts'
import { PanelElement } from './panel-element.ts'
import { tagNames } from './tag-names.ts'

/** What can be set: the options of `<VoterStateFacts>`. */
export type StateFactsOptions = Omit<VoterStateFactsProps, 'id' | 'className' | 'style' | 'onAt'>

const attributes: Attributes = {
  'api-base': address('apiBase'),
  state: {
    option: 'state',
    read: (value) => (isStateCode(value.toUpperCase()) ? value.toUpperCase() : undefined),
    allowed: `the code of a state: ${stateCodes.join(', ')}`,
  },
  region: text('region'),
  fields: names('fields', 'facts such as registration_deadline_online'),
  locale,
  messages: json('messages'),
  'heading-level': oneOf('headingLevel', 1, 2, 3, 4, 5, 6),
  ...looks,
}

const optionNames = [
  'apiBase',
  'state',
  'region',
  'fields',
  'locale',
  'locales',
  'messages',
  'headingLevel',
  'appearance',
  'settings',
  'fetch',
] as const satisfies readonly (keyof StateFactsOptions)[]

// oxlint-disable-next-line typescript/no-unsafe-declaration-merging -- the options are accessors made below.
export interface StateFactsElement extends Partial<StateFactsOptions> {}

/**
 * The element. What stands between its tags is the fallback: it stays visible until the facts are there, and wherever there
 * are none. Options are attributes or properties; properties win, whenever they are set.
 */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the options are accessors made below.
export abstract class StateFactsElement extends PanelElement<StateFactsOptions> {
  static readonly version = version
  /** Versions of other copies that this page loaded and that were not used. */
  static readonly others: string[] = []

  static get observedAttributes(): readonly string[] {
    return Object.keys(attributes)
  }

  readonly version = version
  /** @internal */
  protected readonly table: OptionTable<StateFactsOptions> = {
    tag: tagNames.stateFacts,
    attributes,
    names: optionNames,
  }

  protected override complete(
    options: Partial<StateFactsOptions>,
    missing: (attribute: string, what: string) => void,
  ): StateFactsOptions | undefined {
    const { apiBase, state } = options
    if (apiBase === undefined) {
      missing('api-base', 'the address of your BFF, for example https://register.partner.org/api')
    }
    if (state === undefined) missing('state', 'the code of a state, for example TN')
    return apiBase === undefined || state === undefined ? undefined : { ...options, apiBase, state }
  }
}

defineOptions(StateFactsElement.prototype, optionNames)
