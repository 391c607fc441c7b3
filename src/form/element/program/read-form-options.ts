/** The form's options: properties win over attributes, and attributes over the page's URL. */
import { cleanTracking, type Tracking } from '../../../contract/campaign.ts'
import type { Prefill } from '../../widget/options.ts'
import { extractUrlPrefill, getUrlLocale, getUrlTracking } from '../../widget/page-address.ts'
import type { InternalFormProps } from '../../widget/voter-registration-props.ts'
import { type OptionSource, readOptionsWithWarnings } from '../option-warnings.ts'
import { type ElementOptions, formOptions } from '../options.ts'

export class FormOptions {
  readonly #source: OptionSource
  #addressPrefill: Prefill | undefined

  constructor(source: OptionSource) {
    this.#source = source
  }

  /** Returns all options; `tracking` is merged and clean. */
  read(): Partial<ElementOptions> & Pick<InternalFormProps, 'addressPrefill'> {
    const { trackingDefaults, tracking, ...options }: Partial<ElementOptions> & { trackingDefaults?: Tracking } =
      readOptionsWithWarnings(formOptions, this.#source)
    for (const [name, { property }] of Object.entries(formOptions)) {
      const text = /^tracking\w*\./.test(property) ? this.#source.element.getAttribute(name) : null
      // Other text may be personal data.
      if (text !== null && cleanTracking([], { source: text.trim() }) === undefined)
        this.#source.warn(`${name}="…" is invalid, so it is ignored. Use plain text of up to 100 letters.`)
    }
    const locale = options.localeFromUrl === true ? getUrlLocale() : undefined
    const urlTracking = options.trackingFromUrl === true ? getUrlTracking() : undefined
    // The BFF's settings allow some of these names; the form drops the others.
    const names = Object.keys({ ...urlTracking, ...tracking })
    const clean = cleanTracking(names, tracking, urlTracking, trackingDefaults)
    const allowed = options.prefillFromUrl
    this.#addressPrefill ??= allowed === undefined || allowed === false ? undefined : extractUrlPrefill(allowed)
    return {
      ...options,
      ...(locale && { locale }),
      ...(this.#addressPrefill && { addressPrefill: this.#addressPrefill }),
      ...(clean && { tracking: clean }),
    }
  }

  /** Discards the previous voter's prefill from the page's URL. */
  forgetAddress(): void {
    this.#addressPrefill = {}
  }
}

export function toFormProps(options: Partial<ElementOptions>): InternalFormProps {
  const {
    prefillFromUrl: _fields,
    trackingFromUrl: _tracking,
    localeFromUrl: _locale,
    isolation: _isolation,
    loading: _loading,
    display: _display,
    ...props
  } = options
  return { apiBase: '', ...props }
}
