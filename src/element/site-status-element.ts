/** `<voter-site-status>` but for where its panel comes from: that is the entry's business. */
import { isStateCode, stateCodes } from '../contract/states.ts'
import type { VoterSiteStatusProps } from '../widget/uptime/site-status-root.tsx'
import { version } from '../widget/version.ts'
import { type Attributes, address, json, oneOf, text } from './attributes.ts'
import { defineOptions } from './option-accessors.ts'
import type { OptionTable } from './option-element.ts'
import { PanelElement } from './panel-element.ts'
import { tagNames } from './tag-names.ts'

/** What can be set: the options of `<VoterSiteStatus>`. */
export type SiteStatusOptions = Omit<VoterSiteStatusProps, 'id' | 'className' | 'style' | 'onAt'>

const attributes: Attributes = {
  'api-base': address('apiBase'),
  state: {
    option: 'state',
    read: (value) => (isStateCode(value.toUpperCase()) ? value.toUpperCase() : undefined),
    allowed: `the code of a state: ${stateCodes.join(', ')}`,
  },
  locale: text('locale'),
  messages: json('messages'),
  'heading-level': oneOf('headingLevel', 1, 2, 3, 4, 5, 6),
  appearance: json('appearance'),
  theme: oneOf('appearance.theme', 'light', 'dark', 'auto', 'inherit'),
  density: oneOf('appearance.density', 'comfortable', 'compact'),
}

const optionNames = [
  'apiBase',
  'state',
  'locale',
  'locales',
  'messages',
  'headingLevel',
  'appearance',
  'settings',
  'fetch',
] as const satisfies readonly (keyof SiteStatusOptions)[]

// oxlint-disable-next-line typescript/no-unsafe-declaration-merging -- the options are accessors made below.
export interface SiteStatusElement extends Partial<SiteStatusOptions> {}

/**
 * The element. What stands between its tags is the fallback: it stays visible until the sites are there, and wherever the
 * BFF watches none. Options are attributes or properties; properties win, whenever they are set.
 */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the options are accessors made below.
export abstract class SiteStatusElement extends PanelElement<SiteStatusOptions> {
  static readonly version = version
  /** Versions of other copies that this page loaded and that were not used. */
  static readonly others: string[] = []

  static get observedAttributes(): readonly string[] {
    return Object.keys(attributes)
  }

  readonly version = version
  /** @internal */
  protected readonly table: OptionTable<SiteStatusOptions> = {
    tag: tagNames.siteStatus,
    attributes,
    names: optionNames,
  }

  protected override complete(
    options: Partial<SiteStatusOptions>,
    missing: (attribute: string, what: string) => void,
  ): SiteStatusOptions | undefined {
    const { apiBase } = options
    if (apiBase !== undefined) return { ...options, apiBase }
    missing('api-base', 'the address of your BFF, for example https://register.partner.org/api')
    return undefined
  }
}

defineOptions(SiteStatusElement.prototype, optionNames)
