/** The options' half of the form's element: properties before attributes, and attributes before the page's address. */
import { cleanTracking, type Tracking } from '../contract/campaign.ts'
import type { Prefill } from '../widget/options.ts'
import { localeInAddress, takePrefill, trackingInAddress } from '../widget/page-address.ts'
import { version } from '../widget/version.ts'
import { tagNames } from './define-tag.ts'
import type { ElementOptions } from './element-options.ts'
import { formAttributes, formOptionNames } from './form-attributes.ts'
import type { ElementForm } from './mounted-form.ts'
import { defineOptions, OptionElement, type OptionTable } from './option-element.ts'

/** What attributes say; `trackingDefaults` are for what neither page nor address say. */
type AttributeOptions = Partial<ElementOptions> & { trackingDefaults?: Tracking }

// oxlint-disable-next-line typescript/no-unsafe-declaration-merging -- the options are accessors made below.
export interface FormOptions extends ElementOptions {}

/** An element with the form's options; what they come to is in `read()`. */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the options are accessors made below.
export abstract class FormOptions extends OptionElement<ElementOptions> {
  static readonly version = version
  /** Versions of other copies that this page loaded and that were not used. */
  static readonly others: string[] = []

  static get observedAttributes(): readonly string[] {
    return Object.keys(formAttributes)
  }

  readonly version = version
  /** @internal */
  protected readonly table: OptionTable = {
    tag: tagNames.form,
    attributes: formAttributes,
    names: formOptionNames,
  }
  #addressPrefill: Prefill | undefined

  /** Fills fields that the voter has not touched. */
  setPrefill(prefill: Prefill): void {
    super.setOption('prefill', { ...this.readProperties().prefill, ...prefill })
  }

  /** @internal Sets an option; a prefill adds to the one before. */
  override setOption(name: string, value: unknown): void {
    const meant = name === 'prefill' ? this.readProperty(name, value) : undefined
    if (typeof meant === 'object' && meant !== null) this.setPrefill(meant)
    else super.setOption(name, value)
  }

  /** Everything that was set, wherever it was; `tracking` is merged and clean. */
  protected read(): Partial<ElementOptions> & Pick<ElementForm, 'addressPrefill'> {
    const { trackingDefaults, ...attributes }: AttributeOptions = this.readAttributes()
    const properties = this.readProperties()
    const { tracking: given, ...options }: Partial<ElementOptions> = { ...attributes, ...properties }
    const locale = options.localeFromUrl === true ? localeInAddress() : undefined
    const fromUrl = options.trackingFromUrl === true ? trackingInAddress() : undefined
    // The BFF's settings say which of these names count; the form leaves out the others.
    const names = Object.keys({ ...fromUrl, ...given })
    const tracking = cleanTracking(names, given, fromUrl, trackingDefaults)
    const allowed = options.prefillFromUrl
    this.#addressPrefill ??= allowed === undefined || allowed === false ? undefined : takePrefill(allowed)
    return {
      ...options,
      ...(locale && { locale }),
      prefill: { ...attributes.prefill, ...properties.prefill },
      ...(this.#addressPrefill && { addressPrefill: this.#addressPrefill }),
      ...(tracking && { tracking }),
    }
  }

  /** What came with the page's address was the last voter's: from now on nothing comes from there. */
  protected forgetAddress(): void {
    this.#addressPrefill = {}
  }

  /** The address is read again when the element comes back into a page. */
  protected readAddressAgain(): void {
    this.#addressPrefill = undefined
  }
}

defineOptions(FormOptions.prototype, formOptionNames)

/** Options that are the element's own business. */
const ownOptions: ReadonlySet<string> = new Set<keyof ElementOptions>([
  'prefillFromUrl',
  'trackingFromUrl',
  'localeFromUrl',
  'isolation',
  'loading',
  'display',
  'dataLayer',
  'voteAmericaEvents',
])

/** The options that the form itself has. */
export function formProps(options: Partial<ElementOptions>): ElementForm {
  return { apiBase: '', ...Object.fromEntries(Object.entries(options).filter(([name]) => !ownOptions.has(name))) }
}
