/** The JSON that the server passes to the page's script. */
import type { InternalFormProps } from '../widget/voter-registration-props.ts'

/** The hidden field with language, theme and campaign: see `page-query.ts`. */
export const visitorField = '_visitor'

/** The form's options as JSON; the script adds the BFF's URL. */
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
  /** Without what {@link addVisitData} adds. */
  form?: FormProps
  prefillFromUrl?: readonly string[]
}
