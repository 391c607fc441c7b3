/** The data that the server passes to the page's script, as JSON. */
import type { InternalFormProps } from '../widget/voter-registration-props.ts'

/** The hidden field with language, appearance and campaign, as parameters: see `page-query.ts`. */
export const visitorField = '_visitor'

/** The form's options that can be written as JSON; the script adds the BFF's address. */
export type FormProps = Omit<InternalFormProps, 'apiBase'>

export interface VisitData {
  instanceId: string
  fields: Readonly<Record<string, string>>
  options: Pick<FormProps, 'partner' | 'tracking' | 'kiosk'>
}

export function addVisitData(form: FormProps, { fields, options }: VisitData): FormProps {
  return {
    ...form,
    ...options,
    ...(form.noScript !== undefined && { noScript: { ...form.noScript, fields, query: fields[visitorField] ?? '' } }),
  }
}

export interface PageData {
  parents: readonly string[]
  /** The form, if it is on the page, without what {@link addVisitData} adds. */
  form?: FormProps
  prefillFromUrl?: readonly string[]
}
