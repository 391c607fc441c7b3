/** Sends a posted form, and renders the outcome. */
import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import type { EncryptedAnswer } from '../../contract/bff-api.ts'
import { type PageVariables, rememberedForMs, waitTicketHeader } from '../../contract/page-interface.ts'
import { bffPaths } from '../../contract/routes.ts'
import { parseSubmitResult, type SubmitResult } from '../widget/flow/bff-client.ts'
import { isReplayedUnknown, settlesKey } from '../widget/flow/submission.ts'
import { clearConsent } from '../widget/form/fields.ts'
import { parseServerErrors } from '../widget/form/server-errors.ts'
import { toRequest } from '../widget/form/to-request.ts'
import { LazyPartsContext } from '../widget/lazy-parts.ts'
import { importedParts } from '../widget/react/imported-parts.ts'
import { version } from '../widget/version.ts'
import {
  checkFormPost,
  createClickToken,
  createFormKey,
  createIdempotencyKey,
  type FormPost,
  getFormAge,
  parseUnknownAttempt,
  writeUnknownAttempt,
} from './form-post.ts'
import type { PageQuery } from './page-query.ts'
import { type FormContent, getPageWording, type Renderer } from './render.tsx'
import { AnswerScreen, getOfficialUrl, loadFacts, type ScreenProps, UnansweredScreen } from './screens.tsx'

export interface Visit {
  page: PageVariables
  renderer: Renderer
  visitor: PageQuery
}

export type Exchange = Visit & FormPost

/** Loads the chunks of the result; called at startup, so that no voter waits for them. */
export const loadParts = () => Promise.all([importedParts.answerMarkdown?.load(), importedParts.stateFacts?.load()])

export async function sendForm(exchange: Exchange): Promise<Response> {
  const { page, visitor, values } = exchange
  const { key = '', unknownAttempt, year, wording, ticket } = exchange.fields
  const shownWording = getPageWording(visitor, page.pagePartner)
  if (shownWording === undefined || wording !== shownWording.version) return showOutdated(exchange, unknownAttempt)
  const errors = checkFormPost(exchange)
  if (Object.keys(errors.fields).length > 0) return showForm(exchange, { values, errors, unknownAttempt, year }, 422)

  const age = getFormAge(key, page.pageOptions.clock.now())
  if (age === undefined || age > rememberedForMs) {
    // The outcomes of earlier attempts are no longer stored: only the voter knows.
    const notice = visitor.hosted.waited({ minutes: Math.round(rememberedForMs / 60_000) })
    return showForm(exchange, { values, notice, unknownAttempt, year }, 409)
  }
  const request = toRequest({ ...values, subscriber: values.subscriber && shownWording.offersSubscriber })
  let nextTicket: string | undefined
  const register = async (formKey: string): Promise<SubmitResult> => {
    const response = await page.register({
      request,
      key: await createIdempotencyKey(formKey, request),
      consentVersion: shownWording.version,
      consentShown:
        shownWording.consentShown &&
        `${shownWording.consentShown.replace('path=', '')}&path=${encodeURIComponent(bffPaths.page)}`,
      formVersion: version,
      campaign: `${new URLSearchParams({ ...visitor.tracking, page_path: bffPaths.page })}`,
      ticket,
    })
    nextTicket = response.headers.get(waitTicketHeader) ?? undefined
    return (await parseSubmitResult(response)).outcome
  }
  const getScreen = async (formKey: string) => ({
    ...getScreenProps(exchange),
    formKey,
    unknownAttempt: await writeUnknownAttempt(formKey, request),
    ticket: nextTicket,
  })
  if (unknownAttempt === undefined) return showOutcome(exchange, await register(key), { screen: await getScreen(key) })
  // If the late response has arrived, the form is not sent again. An edited form has its own key, and no late response.
  const repeatedKey = await parseUnknownAttempt(unknownAttempt, request)
  const lateOutcome = repeatedKey === undefined ? undefined : await register(repeatedKey)
  const isDone = lateOutcome !== undefined && !isReplayedUnknown(lateOutcome)
  const outcome = isDone ? lateOutcome : await register(key)
  // Not reported as "not sent" while the outcome of the previous attempt is unknown, as in the form with scripts.
  const isOpen = !(isDone && settlesKey(lateOutcome))
  const screen = await getScreen(isDone && repeatedKey !== undefined ? repeatedKey : key)
  if (!isOpen || outcome.type !== 'not-sent') {
    return showOutcome(exchange, outcome, { screen, openAttempt: isOpen ? unknownAttempt : undefined })
  }
  return showOutcome(exchange, { ...outcome, type: 'outcome-unknown' }, { screen: { ...screen, unknownAttempt } })
}

/** Sent with status 200, since proxies often replace 5xx responses; the log has the service's status. `openAttempt`: an earlier
 *  attempt whose outcome is still unknown; `screen.unknownAttempt` is this one. */
async function showOutcome(
  exchange: Exchange,
  outcome: SubmitResult,
  { screen, openAttempt }: { screen: ScreenProps; openAttempt?: string | undefined },
): Promise<Response> {
  const { page, visitor, values } = exchange
  const { words } = visitor
  const { birthYear: year } = values
  const formKey = createFormKey(page.pageOptions.clock.now())
  switch (outcome.type) {
    case 'answer':
      return showAnswer(exchange, { ...screen, formKey, unknownAttempt: undefined }, outcome.answer)
    case 'invalid': {
      const errors = parseServerErrors(outcome.errors)
      return showForm(exchange, { values, errors, unknownAttempt: openAttempt, year }, 422)
    }
    case 'consent-outdated':
      return showOutdated({ ...exchange, cutFields: [], fields: { ...exchange.fields, year } }, openAttempt)
    case 'not-sent':
    case 'outcome-unknown': {
      const isUnknown = outcome.type === 'outcome-unknown'
      const officialUrl = await getOfficialUrl(values.state, page)
      const props = { ...screen, officialUrl, ...(isUnknown ? { formKey } : { unknownAttempt: undefined }) }
      const { heading: title } = isUnknown ? words.outcomeUnknown : words.notSent
      const status = !isUnknown && outcome.code === 'rate_limited' ? 429 : 200
      return showScreen(exchange, { title, screen: <UnansweredScreen {...props} outcome={outcome} />, status })
    }
    default:
      return outcome satisfies never
  }
}

async function showAnswer(exchange: Exchange, screen: ScreenProps, answer: EncryptedAnswer): Promise<Response> {
  const { page, visitor, values } = exchange
  const { settings } = page.pagePartner
  const now = page.pageOptions.clock.now()
  const clickTokens = answer.buttons.map((button) => createClickToken(button, page.pageOptions))
  const loadedFacts = await loadFacts(values.state, page)
  await loadParts()
  const { heading, headingWithoutButton } = visitor.words.answer
  const linksToSites = clickTokens.length > 0
  const props = { ...screen, answer, settings, clickTokens, loadedFacts, now }
  const title = linksToSites ? heading : headingWithoutButton
  return showScreen(exchange, { title, screen: <AnswerScreen {...props} />, linksToSites })
}

/** The voter read an outdated wording: shows the current one, which needs new consent (R-A12). A form that a partner's server
 *  rendered does not name the wording. */
function showOutdated(exchange: Exchange, unknownAttempt: string | undefined): Promise<Response> {
  const isChanged = exchange.fields.wording !== undefined && exchange.values.agree
  const values = clearConsent(exchange.values)
  const errors = checkFormPost({ ...exchange, values })
  if (isChanged) errors.fields.agree = ['wordingChanged']
  return showForm(exchange, { values, errors, unknownAttempt, year: exchange.fields.year }, isChanged ? 409 : 422)
}

export async function showForm({ renderer, visitor, page }: Exchange, content: FormContent, status?: number) {
  const loadedFacts = await loadFacts(content.values?.state ?? '', page)
  return renderer.renderForm(visitor, { ...content, loadedFacts }, status)
}

export function getScreenProps({ visitor, values, page, fields }: Exchange): Omit<ScreenProps, 'formKey'> {
  const { official_site: official, features } = page.pagePartner.settings
  return { visitor, values, wording: fields.wording ?? '', officialUrl: official?.url, isPractice: features.sandbox }
}

export function showScreen(
  { visitor, renderer }: Omit<Visit, 'page'>,
  options: { title: string; screen: ReactElement; status?: number; linksToSites?: boolean; owner?: string },
): Promise<Response> {
  const { screen, status, ...content } = options
  const withParts = <LazyPartsContext.Provider value={importedParts}>{screen}</LazyPartsContext.Provider>
  return renderer.render(visitor, { ...content, body: renderToString(withParts) }, status)
}
