/** The options of the form's element: properties win over attributes, and attributes over the page's address. */
import { cleanTracking, type Tracking } from '../../contract/campaign.ts'
import type { Prefill } from '../widget/options.ts'
import { localeInAddress, takePrefill, trackingInAddress } from '../widget/page-address.ts'
import { version } from '../widget/version.ts'
import { tagNames } from './define-tag.ts'
import type { ElementOptions } from './element-options.ts'
import { formAttributes, formOptionNames } from './form-attributes.ts'
import type { ElementForm } from './mounted-form.ts'
import { defineOptions, OptionElement, type OptionTable } from './option-element.ts'

/** The options from attributes; `trackingDefaults` apply where neither the page nor its address sets a value. */
type AttributeOptions = Partial<ElementOptions> & { trackingDefaults?: Tracking }

// oxlint-disable-next-line typescript/no-unsafe-declaration-merging -- the options are accessors made below.
export interface FormOptions extends ElementOptions {}

/** An element with the form's options; `read()` returns the result. */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the options are accessors made below.
export abstract class FormOptions extends OptionElement<ElementOptions> {
  static readonly version = version
  /** Versions of other copies that this page loaded but does not use. */
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

  /** @internal Sets an option; a prefill is merged into the one before. */
  override setOption(name: string, value: unknown): void {
    const meant = name === 'prefill' ? this.readProperty(name, value) : undefined
    if (typeof meant === 'object' && meant !== null) this.setPrefill(meant)
    else super.setOption(name, value)
  }

  /** Returns all options from all sources; `tracking` is merged and clean. */
  protected read(): Partial<ElementOptions> & Pick<ElementForm, 'addressPrefill'> {
    const { trackingDefaults, ...attributes }: AttributeOptions = this.readAttributes()
    const properties = this.readProperties()
    const { tracking: given, ...options }: Partial<ElementOptions> = { ...attributes, ...properties }
    const locale = options.localeFromUrl === true ? localeInAddress() : undefined
    const fromUrl = options.trackingFromUrl === true ? trackingInAddress() : undefined
    // The BFF's settings decide which of these names count; the form leaves out the others.
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

  /** Discards the prefill from the page's address, which was the last voter's, and stops reading it. */
  protected forgetAddress(): void {
    this.#addressPrefill = {}
  }

  /** Reads the address again when the element comes back into a page. */
  protected readAddressAgain(): void {
    this.#addressPrefill = undefined
  }
}

defineOptions(FormOptions.prototype, formOptionNames)

/** Options that only the element uses. */
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

/** Returns the options that the form itself has. */
export function formProps(options: Partial<ElementOptions>): ElementForm {
  return { apiBase: '', ...Object.fromEntries(Object.entries(options).filter(([name]) => !ownOptions.has(name))) }
}
