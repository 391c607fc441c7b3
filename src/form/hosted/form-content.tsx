/** The document that shows the form: the content shared by many visits, and the values of each visit. */

import { renderToString } from 'react-dom/server'
import type { PageDeps } from '../../contract/page-interface.ts'
import { partnerPath } from '../../contract/routes.ts'
import { shownWording, wordingFor } from '../widget/form/consent.tsx'
import type { FormValues } from '../widget/form/fields.ts'
import { asksForYear, type FormErrors } from '../widget/form/form-errors.ts'
import { type FormLayout, formStepsOf, stepTitle } from '../widget/form/form-steps.ts'
import { LazyPartsContext } from '../widget/lazy-parts.ts'
import { localeOf } from '../widget/messages/locale-of.ts'
import { importedParts } from '../widget/react/imported-parts.ts'
import { VoterRegistration } from '../widget/voter-registration.tsx'
import type { HtmlShellContent } from './html-shell.ts'
import { type FormProps, formOf, type OwnData, settingsFor, textsFor } from './page-data.ts'
import type { PageQuery } from './page-query.ts'
import { hidden } from './parse-form-body.ts'
import { type KnownFacts, pagesOf } from './screens/known-facts.tsx'

/** The initial content of the form: `values` are those posted before, `found` their errors. */
export interface Filled {
  prefill?: FormProps['addressPrefill']
  values?: FormValues
  /** The key of an attempt whose outcome is unknown: the next attempt queries it first. */
  before?: string | undefined
  /** The year of birth that the voter was asked about before. */
  year?: string | undefined
  found?: FormErrors
  /** The key of the form that goes on here; without it a new key is made. */
  key?: string | undefined
  notice?: string
  /** Whether it may be in steps; by default only an empty form: what was posted comes back on one page. */
  isInSteps?: boolean
  /** The facts of the state in it. */
  known?: KnownFacts | undefined
}

/** The consent wording that is shown on this visit. */
export function shownOn({ words }: PageQuery, { settings }: Pick<PageDeps, 'settings'>) {
  return shownWording({ type: 'ready', settings }, words, true, 'hosted')
}

/** The layout of the form on this visit. */
function layoutOn({ layout }: PageQuery, filled: Filled, deps: Pick<PageDeps, 'layout'>): FormLayout {
  const { values, isInSteps = values === undefined } = filled
  return isInSteps ? (layout ?? deps.layout) : 'page'
}

/** The year of birth that this form or an earlier one asks about. */
function yearOf({ found, values, year }: Filled): string | undefined {
  return found && asksForYear(found) ? values?.birthYear : year
}

/** The instance id that a page with this key reports to its parent page. */
export const instanceOf = (key: string): string => `vr${key.slice(0, 8)}`

/**
 * Returns the values of a visit.
 *
 * @param key identifies the form to be filled in
 * @param address the visitor as parameters
 * @param filled the initial content of the form
 */
export function ownData(
  deps: PageDeps,
  visitor: PageQuery,
  key: string,
  address: string,
  filled: Filled = {},
): OwnData {
  const { words, partner, tracking, idleSeconds } = visitor
  const { settings } = deps
  const { before } = filled
  const year = yearOf(filled)
  const { version } = wordingFor(settingsFor(settings, words.language), words.language)
  return {
    instanceId: instanceOf(key),
    options: {
      ...(partner !== undefined && { partner }),
      ...(tracking !== undefined && { tracking }),
      ...(idleSeconds !== undefined && { kiosk: { idleSeconds } }),
    },
    fields: {
      [hidden.key]: key,
      [hidden.wording]: version,
      [hidden.visitor]: address,
      ...(before !== undefined && { [hidden.before]: before }),
      ...(year !== undefined && { [hidden.year]: year }),
      ...(layoutOn(visitor, filled, deps) === 'steps' && { [hidden.step]: 'on' }),
    },
  }
}

/** The document with the form. */
export function formContent(
  deps: PageDeps,
  visitor: PageQuery,
  filled: Filled,
  own: OwnData,
): Omit<HtmlShellContent, 'address' | 'own'> {
  const { allowedOrigins: parents, prefill: prefillFromUrl, settings: all, partner } = deps
  const { prefill, values, found, notice, known } = filled
  const year = yearOf(filled)
  const layout = layoutOn(visitor, filled, deps)
  const steps = formStepsOf(layout)
  const { words, messages, theme, isFramed } = visitor
  const settings = settingsFor(all, words.language)
  const form: FormProps = {
    locale: localeOf(words.language),
    ...(words.catalogue !== undefined && { locales: [textsFor(words.catalogue, settings)] }),
    ...(messages !== undefined && { messages }),
    ...(prefill !== undefined && { addressPrefill: prefill }),
    appearance: { theme },
    linkTarget: isFramed ? '_blank' : '_self',
    headingLevel: 1,
    layout,
    settings,
    instanceId: 'vr',
    keepTyped: true,
    door: 'hosted',
    plain: {
      action: partnerPath('form', partner),
      fields: {},
      act: hidden.act,
      ...(values !== undefined && { values }),
      ...(found !== undefined && { found }),
      ...(year !== undefined && { sureYear: year }),
      ...(known !== undefined && { ofState: pagesOf(known) }),
    },
  }
  const isWrong = found !== undefined
  const data = { parents, form, prefillFromUrl }
  return {
    visitor,
    title: stepTitle(steps[0], steps, words),
    isWrong,
    notice,
    body: render(formOf(form, own)),
    data,
  }
}

/** Renders the form's HTML, which the script hydrates with the same options. */
function render(form: FormProps): string {
  return renderToString(
    <LazyPartsContext.Provider value={importedParts}>
      <VoterRegistration {...form} apiBase="/" />
    </LazyPartsContext.Provider>,
  )
}
