/** The options of the form's element: properties win over attributes, and attributes over the page's address. */
import { cleanTracking, type Tracking } from '../../../contract/campaign.ts'
import { localeInAddress } from '../../widget/messages/detect-locales.ts'
import type { Prefill } from '../../widget/options.ts'
import { takePrefill, trackingInAddress } from '../../widget/page-address.ts'
import type { InternalFormProps } from '../../widget/voter-registration-props.ts'
import { readAttributesBy, readPropertiesBy } from '../attributes.ts'
import type { ElementOptions } from '../element-options.ts'
import { formAttributes } from './form-attributes.ts'

/** The options from attributes; `trackingDefaults` apply where neither the page nor its address sets a value. */
type AttributeOptions = Partial<ElementOptions> & { trackingDefaults?: Tracking }

/** Where a page sets the options of an element. */
interface OptionSource {
  element: HTMLElement
  properties: Partial<ElementOptions>
  /** Logs a warning to the console, once. */
  warn: (sentence: string) => void
}

/** Reads the options of one element, from all sources. */
export class FormOptions {
  readonly #source: OptionSource
  #addressPrefill: Prefill | undefined

  constructor(source: OptionSource) {
    this.#source = source
  }

  /** Returns all options from all sources; `tracking` is merged and clean. */
  read(): Partial<ElementOptions> & Pick<InternalFormProps, 'addressPrefill'> {
    const { element, properties: written, warn } = this.#source
    const { trackingDefaults, ...attributes }: AttributeOptions = readAttributesBy(formAttributes, element, warn)
    const properties: Partial<ElementOptions> = readPropertiesBy(formAttributes, written, warn)
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
  forgetAddress(): void {
    this.#addressPrefill = {}
  }
}

/** Options that only the element uses. */
const ownOptions: ReadonlySet<string> = new Set<keyof ElementOptions>([
  'prefillFromUrl',
  'trackingFromUrl',
  'localeFromUrl',
  'isolation',
  'loading',
  'display',
])

/** Returns the options that the form itself has. */
export function formProps(options: Partial<ElementOptions>): InternalFormProps {
  return { apiBase: '', ...Object.fromEntries(Object.entries(options).filter(([name]) => !ownOptions.has(name))) }
}
