/** Renders the pages of a partner. */
import { renderToString } from 'react-dom/server'
import type { Settings } from '../../contract/bff-api.ts'
import { findOfficialUrl, getVerificationUrl } from '../../contract/civic-data/state-facts.ts'
import type { PageOptions, PagePartner } from '../../contract/page-interface.ts'
import { partnerPath } from '../../contract/routes.ts'
import { escapeHtml } from '../../contract/strings.ts'
import type { Catalog } from '../locales/catalog.ts'
import { getShownWording } from '../widget/form/consent.tsx'
import type { FormLayout, FormValues } from '../widget/form/fields.ts'
import { asksToConfirmYear, type FormErrors } from '../widget/form/form-errors.ts'
import { describeStep, listSteps } from '../widget/form/steps.ts'
import { LazyPartsContext } from '../widget/lazy-parts.ts'
import { importedParts } from '../widget/react/imported-parts.ts'
import { VoterRegistration } from '../widget/voter-registration.tsx'
import {
  compressTemplate,
  createPageHeaders,
  getInstanceId,
  type PageContent,
  placeholders,
  renderDocument,
  serializeData,
} from './document.ts'
import { createFormKey, fieldNames } from './form-post.ts'
import { addVisitData, type FormProps, type VisitData } from './page-data.ts'
import { pageFiles } from './page-files.ts'
import { type PageQuery, writePageQuery } from './page-query.ts'
import { type LoadedFacts, renderFacts } from './screens.tsx'

/** The initial content of the form. Posted values are shown on one page. */
export interface FormContent {
  prefill?: FormProps['addressPrefill']
  values?: FormValues
  /** An attempt with an unknown outcome, which the next attempt queries first. */
  unknownAttempt?: string | undefined
  year?: string | undefined
  errors?: FormErrors
  /** Generated if omitted. */
  key?: string | undefined
  notice?: string
  loadedFacts?: LoadedFacts | undefined
}

export function createRenderer(partner: PagePartner, options: PageOptions) {
  const style = pageFiles.style + (partner.branding?.css ?? '')
  const getHeaders = createPageHeaders(partner, style)
  const render = async (visitor: PageQuery, content: PageContent, status = 200) => {
    const html = renderDocument({ partner, options, style, visitor, address: writePageQuery(visitor) }, content)
    return new Response(html, { status, headers: await getHeaders(visitor, content.linksToSites) })
  }
  const renderForm = (visitor: PageQuery, content: FormContent, status?: number) => {
    const layout = content.values === undefined ? (visitor.layout ?? options.layout) : 'page'
    const key = content.key ?? createFormKey(options.clock.now())
    const visit = getVisitData({ partner, visitor, layout }, content, { key, address: writePageQuery(visitor) })
    const factsHtml = renderFacts(content.loadedFacts, visitor, options.clock.now())
    return render(visitor, { ...getFormPage({ partner, visitor, layout }, content, visit), factsHtml }, status)
  }
  const templates = new Map<string, ReturnType<typeof compressTemplate>>()
  /** Rendered and compressed once for each language and theme; only a few values differ between visits. */
  const renderEmptyForm = async (visitor: PageQuery) => {
    const { words, theme, isFramed, layout = options.layout, idleSeconds } = visitor
    const page = { partner, visitor, layout }
    const name = [words.language, theme, isFramed, layout, idleSeconds !== undefined].join(' ')
    let template = templates.get(name)
    if (template === undefined) {
      const address = `locale=${words.language}${placeholders.query}`
      const content = getFormPage(page, {}, getVisitData(page, {}, { key: placeholders.key, address }))
      const deps = { partner, options, style, visitor, address }
      template = compressTemplate(renderDocument(deps, content, placeholders.visit))
      templates.set(name, template)
    }
    const [key, address] = [createFormKey(options.clock.now()), writePageQuery(visitor)]
    const visit = serializeData(getVisitData(page, {}, { key, address }))
    return {
      headers: await getHeaders(visitor),
      ...template({ key, query: escapeHtml(address.replace(/^[^&]*/, '')), visit }),
    }
  }
  return { render, renderForm, renderEmptyForm }
}

interface FormPage {
  partner: PagePartner
  visitor: PageQuery
  layout: FormLayout
}

export type Renderer = ReturnType<typeof createRenderer>

export function getPageWording({ words }: PageQuery, { settings }: PagePartner) {
  return getShownWording({ type: 'ready', settings }, words, { subscriberOptIn: true, embedType: 'hosted' })
}

function getYear({ errors, values, year }: FormContent): string | undefined {
  return errors && asksToConfirmYear(errors) ? values?.birthYear : year
}

function getVisitData(
  { partner, visitor, layout }: FormPage,
  content: FormContent,
  { key, address }: { key: string; address: string },
): VisitData {
  const { partner: name, tracking, idleSeconds } = visitor
  const { unknownAttempt } = content
  const year = getYear(content)
  return {
    instanceId: getInstanceId(key),
    options: {
      ...(name !== undefined && { partner: name }),
      ...(tracking !== undefined && { tracking }),
      ...(idleSeconds !== undefined && { kiosk: { idleSeconds } }),
    },
    fields: {
      [fieldNames.key]: key,
      [fieldNames.wording]: getPageWording(visitor, partner)?.version ?? '',
      [fieldNames.visitor]: address,
      ...(unknownAttempt !== undefined && { [fieldNames.unknownAttempt]: unknownAttempt }),
      ...(year !== undefined && { [fieldNames.year]: year }),
      ...(layout === 'steps' && { [fieldNames.step]: 'on' }),
    },
  }
}

/** The script hydrates the form with the same options. */
function getFormPage({ partner, visitor, layout }: FormPage, content: FormContent, visit: VisitData): PageContent {
  const { prefill, values, errors, notice, loadedFacts } = content
  const { words, messages, theme, isFramed } = visitor
  const year = getYear(content)
  const steps = listSteps(layout)
  // Only the wordings that this page can show.
  const { [words.language]: wording } = partner.settings.wording
  const settings = {
    ...partner.settings,
    wording: { en: partner.settings.wording.en, ...(wording !== undefined && { [words.language]: wording }) },
  }
  const form: FormProps = {
    locale: words.language,
    ...(words.catalog !== undefined && { locales: [withoutUnusedTexts(words.catalog, settings)] }),
    ...(messages !== undefined && { messages }),
    ...(prefill !== undefined && { addressPrefill: prefill }),
    appearance: { theme },
    linkTarget: isFramed ? '_blank' : '_self',
    headingLevel: 1,
    layout,
    settings,
    instanceId: 'vr',
    persistDraft: true,
    embedType: 'hosted',
    noScript: {
      action: partnerPath('form', partner.id),
      fields: {},
      query: '',
      act: fieldNames.act,
      ...(values !== undefined && { values }),
      ...(errors !== undefined && { found: errors }),
      ...(year !== undefined && { sureYear: year }),
      ...(loadedFacts !== undefined && {
        ofState: { official: findOfficialUrl(loadedFacts.facts), check: getVerificationUrl(loadedFacts.facts) },
      }),
    },
  }
  const body = renderToString(
    <LazyPartsContext.Provider value={importedParts}>
      <VoterRegistration {...addVisitData(form, visit)} apiBase="/" />
    </LazyPartsContext.Provider>,
  )
  return { title: describeStep(steps[0], steps, words).title, isWrong: errors !== undefined, notice, body, form, visit }
}

/** Omits the texts about facts if the BFF has none. */
function withoutUnusedTexts(catalog: Catalog, { features }: Settings): Catalog {
  const { hosted: _, facts, ...texts } = catalog
  return { ...texts, ...(facts !== undefined && features.state_facts === true && { facts }) }
}
