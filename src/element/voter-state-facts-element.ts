/** `<voter-state-facts>`: the facts of a state as a tag on any page. */
import { isStateCode, stateCodes } from '../contract/states.ts'
import type { VoterStateFactsProps } from '../widget/civic/voter-state-facts.tsx'
import { version } from '../widget/version.ts'
import { type Attributes, address, json, locale, looks, names, oneOf, text } from './attributes.ts'
import { loadFacts } from './load-facts.ts'
import { defineOptions } from './option-accessors.ts'
import { PanelElement, type PanelKind } from './panel-element.ts'
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

const kind: PanelKind<StateFactsOptions> = {
  tag: tagNames.stateFacts,
  attributes,
  options: optionNames,
  complete(options, missing) {
    const { apiBase, state } = options
    if (apiBase === undefined) {
      missing('api-base', 'the address of your BFF, for example https://register.partner.org/api')
    }
    if (state === undefined) missing('state', 'the code of a state, for example TN')
    return apiBase === undefined || state === undefined ? undefined : { ...options, apiBase, state }
  },
  load: loadFacts,
}

// oxlint-disable-next-line typescript/no-unsafe-declaration-merging -- the options are accessors made below.
export interface VoterStateFactsElement extends Partial<StateFactsOptions> {}

/**
 * The element. What stands between its tags is the fallback: it stays visible until the facts are there, and wherever there
 * are none. Options are attributes or properties; properties win, whenever they are set.
 */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the options are accessors made below.
export class VoterStateFactsElement extends PanelElement<StateFactsOptions> {
  static readonly version = version
  /** Versions of other copies that this page loaded and that were not used. */
  static readonly others: string[] = []

  static get observedAttributes(): readonly string[] {
    return Object.keys(attributes)
  }

  readonly version = version
  protected readonly kind = kind
}

defineOptions(VoterStateFactsElement.prototype, optionNames)

declare global {
  interface HTMLElementTagNameMap {
    'voter-state-facts': VoterStateFactsElement
  }
}
