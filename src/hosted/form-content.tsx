/** The document that shows the form: what of it is the same for many visits, and what each visit has of its own. */
import { renderToString } from 'react-dom/server'
import type { PageDeps } from '../contract/hosted-page.ts'
import { partnerPath } from '../contract/routes.ts'
import { wordingFor } from '../widget/form/consent.tsx'
import type { FormValues } from '../widget/form/fields.ts'
import type { Findings } from '../widget/form/form-errors.ts'
import { LazyPartsContext } from '../widget/lazy-parts.ts'
import { importedParts } from '../widget/react/imported-parts.ts'
import { VoterRegistration } from '../widget/voter-registration.tsx'
import type { DocumentContent } from './html-shell.ts'
import { type FormProps, formOf, type OwnData, settingsFor, textsFor } from './page-data.ts'
import type { Visitor } from './page-query.ts'
import { hidden } from './parse-form-body.ts'

/** What the form begins with, when it is shown: `values` were typed before, with what is wrong with them. */
export interface Filled {
  prefill?: FormProps['prefill']
  values?: FormValues
  /** The key of an attempt whose outcome is unknown: the next one asks for it first. */
  before?: string | undefined
  found?: Findings
  notice?: string
}

/** What a page of this key tells the page around it to be called. */
export const instanceOf = (key: string): string => `vr${key.slice(0, 8)}`

/**
 * What a visit has of its own.
 *
 * @param key names the form that will be filled in
 * @param address the visitor as parameters
 */
export function ownData(
  { settings }: PageDeps,
  { words, partner, tracking }: Visitor,
  key: string,
  address: string,
): OwnData {
  const { version } = wordingFor(settingsFor(settings, words.language), words.language)
  return {
    instanceId: instanceOf(key),
    options: { ...(partner !== undefined && { partner }), ...(tracking !== undefined && { tracking }) },
    fields: { [hidden.key]: key, [hidden.wording]: version, [hidden.visitor]: address },
  }
}

/** The document with the form. */
export function formContent(
  { allowedOrigins: parents, prefill: prefillFromUrl, settings: all, partner }: PageDeps,
  visitor: Visitor,
  { prefill, values, found, notice }: Filled,
  own: OwnData,
): Omit<DocumentContent, 'address' | 'own'> {
  const { words, theme, isFramed } = visitor
  const settings = settingsFor(all, words.language)
  const form: FormProps = {
    locale: words.language,
    ...(words.catalogue !== undefined && { locales: [textsFor(words.catalogue, settings)] }),
    ...(prefill !== undefined && { prefill }),
    appearance: { theme },
    linkTarget: isFramed ? '_blank' : '_self',
    headingLevel: 1,
    settings,
    instanceId: 'vr',
    door: 'hosted',
    plain: {
      action: partnerPath('form', partner),
      fields: {},
      ...(values !== undefined && { values }),
      ...(found !== undefined && { found }),
    },
  }
  const isWrong = found !== undefined
  const data = { parents, form, prefillFromUrl }
  return { visitor, title: words.form.heading, isWrong, notice, body: render(formOf(form, own)), data }
}

/** The form's HTML, which the script hydrates with the same options. */
function render(form: FormProps): string {
  return renderToString(
    <LazyPartsContext.Provider value={importedParts}>
      <VoterRegistration {...form} apiBase="/" />
    </LazyPartsContext.Provider>,
  )
}
