/** The data that the server passes to the page's script, as JSON. */
import type { InternalFormProps } from '../widget/voter-registration-props.ts'

/** The hidden field with language, appearance and campaign, as parameters: see `page-query.ts`. */
export const visitorField = '_visitor'

/** The form's options that can be written as JSON; the script adds the BFF's address. */
export type FormProps = Omit<InternalFormProps, 'apiBase'>

/** The values of each visit. */
export interface VisitData {
  /** Identifies this page in messages to its parent page. */
  instanceId: string
  /** Hidden fields of the form. */
  fields: Readonly<Record<string, string>>
  /** Options of the form. */
  options: Pick<FormProps, 'partner' | 'tracking' | 'kiosk'>
}

/** Returns the form's options on one visit. */
export function addVisitData(form: FormProps, { fields, options }: VisitData): FormProps {
  return {
    ...form,
    ...options,
    ...(form.plain !== undefined && { plain: { ...form.plain, fields, query: fields[visitorField] ?? '' } }),
  }
}

/** Further data for the script, the same for many visits. */
export interface PageData {
  /** Origins of the pages that may frame it. */
  parents: readonly string[]
  /** The form, if it is on the page, without what {@link addVisitData} adds. */
  form?: FormProps
  /** Fields that the query of the address may fill in. */
  prefillFromUrl?: readonly string[]
}
