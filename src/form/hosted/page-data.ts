/** The data that the server passes to the page's script, as JSON. */
import type { Settings } from '../../contract/bff-api.ts'
import type { Catalogue } from '../locales/catalogue.ts'
import type { InternalFormProps } from '../widget/voter-registration-props.ts'

/** The hidden field with language, appearance and campaign, as parameters: see `page-query.ts`. */
export const visitorField = '_visitor'

/** The form's options that can be written as JSON; the script adds the BFF's address. */
export type FormProps = Pick<
  InternalFormProps,
  | 'partner'
  | 'tracking'
  | 'locale'
  | 'locales'
  | 'messages'
  | 'addressPrefill'
  | 'appearance'
  | 'linkTarget'
  | 'headingLevel'
  | 'layout'
  | 'settings'
  | 'instanceId'
  | 'plain'
  | 'kiosk'
  | 'keepTyped'
  | 'door'
>

/** The values of each visit. */
export interface OwnData {
  /** Identifies this page in messages to its parent page. */
  instanceId: string
  /** Hidden fields of the form. */
  fields: Readonly<Record<string, string>>
  /** Options of the form. */
  options: Pick<FormProps, 'partner' | 'tracking' | 'kiosk'>
}

/** The form's options on one visit. */
export function formOf(form: FormProps, { fields, options }: OwnData): FormProps {
  return { ...form, ...options, ...(form.plain !== undefined && { plain: { ...form.plain, fields } }) }
}

/** Further data for the script, the same for many visits. */
export interface PageData {
  /** Origins of the pages that may frame it. */
  parents: readonly string[]
  /** The form, if it is on the page, without what {@link formOf} adds. */
  form?: FormProps
  /** Fields that the query of the address may fill in. */
  prefillFromUrl?: readonly string[]
}

/** The texts that the form in a browser needs: those about facts only if there are facts. */
export function textsFor(catalogue: Catalogue, settings: Settings): Catalogue {
  const { hosted: _, facts, ...texts } = catalogue
  return { ...texts, ...(facts !== undefined && settings.features.state_facts === true && { facts }) }
}

/** The settings with only the wordings that this page can show: the language's own, and the English one. */
export function settingsFor(settings: Settings, language: string): Settings {
  const own = Object.hasOwn(settings.wording, language) ? settings.wording[language] : undefined
  return { ...settings, wording: { en: settings.wording.en, ...(own !== undefined && { [language]: own }) } }
}
