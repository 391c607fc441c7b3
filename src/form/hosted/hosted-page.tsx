/** The page with the form: rendered here, posted to the BFF, and hydrated where scripts run. */
import { gzipSync } from 'node:zlib'
import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import type { SealedAnswer } from '../../contract/bff-api.ts'
import type { HostedPage, Page, PageAnswer, PageDeps, PageVisit } from '../../contract/page-interface.ts'
import { bffPaths } from '../../contract/routes.ts'
import { buttonLink } from '../../contract/text.ts'
import type { RegistrationOutcome } from '../widget/flow/bff-client.ts'
import { isAboutKey, isReplayedUnknown } from '../widget/flow/submission.ts'
import { withoutConsent } from '../widget/form/fields.ts'
import { prefillFrom } from '../widget/form/prefill-names.ts'
import { readServerErrors } from '../widget/form/server-errors.ts'
import { toRequest } from '../widget/form/to-request.ts'
import { LazyPartsContext } from '../widget/lazy-parts.ts'
import { importedParts } from '../widget/react/imported-parts.ts'
import { safetyMargin } from '../widget/screens/expiry.ts'
import { readActionToken, reportPress, writeActionToken } from './action-token.ts'
import { BlankForms } from './blank-forms.ts'
import { type Filled, formContent, instanceOf, ownData, shownOn } from './form-content.tsx'
import { ageOf, doubtOf, idempotencyKeyOf, keyInDoubt, newFormKey } from './form-key.ts'
import { createHtmlShell, type HtmlShellContent, jsonOf } from './html-shell.ts'
import { clientFor } from './page-client.ts'
import { createPageFile } from './page-file.ts'
import { type PageQuery, readPageQuery, writePageQuery } from './page-query.ts'
import { checkPosted, type FormBody, parseFormBody } from './parse-form-body.ts'
import { factsAbove, knownFacts, officialOf } from './screens/known-facts.tsx'
import { CutOffScreen, UnknownPartnerScreen } from './screens/plain-screens.tsx'
import type { ScreenProps } from './screens/screen.tsx'
import { AnswerScreen, ExpiredScreen, MayHaveBeenSentScreen, NotSentScreen } from './screens/sent-screens.tsx'

export type { HostedPage, Page, PageAnswer, PageDeps, PageVisit }

/** Creates the page, to be passed to `createBff` or `serve` as their `page`. */
export function hostedPage(): HostedPage {
  return (deps) => new Pages(deps)
}

/** Loads what the answer is rendered with; at the start, so that no voter waits for it. */
const loadParts = () => Promise.all([importedParts.answerMarkdown?.load(), importedParts.stateFacts?.load()])

/** A post of a browser without scripts, with its visitor. */
interface Posted extends FormBody {
  visit: PageVisit
  visitor: PageQuery
}

class Pages implements Page {
  readonly #deps: PageDeps
  readonly #document: ReturnType<typeof createHtmlShell>
  readonly #blank: BlankForms
  readonly file: Page['file']

  constructor(deps: PageDeps) {
    this.#deps = deps
    this.#document = createHtmlShell(deps)
    this.#blank = new BlankForms(deps, this.#document)
    this.file = createPageFile(deps)
    void loadParts()
  }

  async show(visit: PageVisit): Promise<PageAnswer> {
    const visitor = readPageQuery(visit, visit.query, this.#deps)
    // Without scripts nobody clears it where the voter's state forbids it: there it is filled in by the script alone.
    const allowed = this.#deps.settings.prefill_off?.length ? [] : this.#deps.prefill
    const prefill = prefillFrom(allowed, (name) => visit.query.get(name) ?? undefined)
    if (Object.keys(prefill).length === 0) return this.#blank.show(visitor)
    const answer = await this.#form(visitor, { prefill })
    return { ...answer, gzip: () => gzipSync(answer.body) }
  }

  async take(visit: PageVisit, body: URLSearchParams): Promise<PageAnswer> {
    const { referrerHost: _ownPage, ...poster } = visit
    // A form that a partner's server rendered posts without it: its address has language and partner.
    const parsed = parseFormBody(body)
    const { way, act, before, year, step, language, visitor: wanted } = parsed.hidden
    const query = wanted === undefined ? visit.query : new URLSearchParams(wanted)
    if (language !== undefined) query.set('locale', language)
    const visitor = readPageQuery(poster, query, this.#deps)
    const posted = { visit, visitor, ...parsed }
    if (way !== undefined) return this.#follow(posted, way)
    if (act === 'edit') return this.#form(visitor, { values: posted.values, before, year })
    // Another language has another wording. A step that was left before its script had come continues on one page.
    if (language !== undefined || (step !== undefined && act !== 'send')) {
      const isInSteps = language !== undefined && step !== undefined
      const { key } = posted.hidden
      return this.#form(visitor, { values: withoutConsent(posted.values), before, year, key, isInSteps })
    }
    return this.#send(posted)
  }

  refuse(visit: PageVisit): Promise<PageAnswer> {
    const visitor = readPageQuery(visit, new URLSearchParams(), this.#deps)
    return this.#screen(visitor, visitor.hosted.cutOff.heading, <CutOffScreen visitor={visitor} />, 403)
  }

  async unknownPartner(visit: PageVisit, body = new URLSearchParams()): Promise<PageAnswer> {
    const visitor = { ...readPageQuery(visit, visit.query, this.#deps), partner: undefined }
    const posted = { visit, visitor, ...parseFormBody(body) }
    // A button of an answer that is already on the screen still works.
    const { way } = posted.hidden
    const followed = way === undefined ? undefined : await this.#follow(posted, way)
    if (followed?.status === 303) return followed
    const screen = <UnknownPartnerScreen visitor={visitor} officialUrl={this.#deps.settings.official_site?.url} />
    return this.#screen(visitor, visitor.words.broken.partner, screen, 404, { owner: '' })
  }

  /** Validates the form and sends it, or shows its errors. */
  async #send(posted: Posted): Promise<PageAnswer> {
    const { visit, visitor, values } = posted
    const { key = '', before, year, wording, ticket } = posted.hidden
    const { rememberedFor, now } = this.#deps
    const shown = shownOn(visitor, this.#deps)
    if (shown === undefined || wording !== shown.version) return this.#outdated(visitor, posted, before, wording)
    const found = checkPosted(posted)
    if (Object.keys(found.fields).length > 0) return this.#form(visitor, { values, found, before, year }, 422)

    const age = ageOf(key, now())
    if (age === undefined || age > rememberedFor) {
      // It is no longer known whether this form was sent before: only the voter can tell.
      const notice = visitor.hosted.waited({ minutes: Math.round(rememberedFor / 60_000) })
      return this.#form(visitor, { values, notice, before, year }, 409)
    }
    const request = toRequest({ ...values, subscriber: values.subscriber && shown.offersSubscriber })
    const client = clientFor(visit, visitor, ticket)
    const register = async (formKey: string) =>
      client.register(request, {
        idempotencyKey: await idempotencyKeyOf(formKey, request),
        consentVersion: shown.version,
        consentShown: shown.around && `${shown.around.replace('path=', '')}&path=${encodeURIComponent(bffPaths.page)}`,
      })
    const screen = async (formKey: string) => ({
      ...this.#screenProps(posted, formKey),
      before: await doubtOf(formKey, request),
      ticket: client.getTicket(),
    })
    if (before === undefined) return this.#respond(await register(key), await screen(key))
    // The late response may have arrived meanwhile: the form is sent a second time only if it has not. A form that was edited
    // since has no late response: it has a key of its own.
    const repeated = await keyInDoubt(before, request)
    const late = repeated === undefined ? undefined : await register(repeated)
    const isDone = late !== undefined && !isReplayedUnknown(late)
    const outcome = isDone ? late : await register(key)
    // As in the form with scripts: nothing is called "not sent" while the outcome of the previous attempt is unknown.
    const isOpen = !(isDone && (late.type === 'refused' || isAboutKey(late)))
    const next = await screen(isDone && repeated !== undefined ? repeated : key)
    if (!isOpen || outcome.type !== 'not-sent') return this.#respond(outcome, next, isOpen ? before : undefined)
    return this.#respond({ ...outcome, type: 'may-have-been-sent' }, { ...next, before })
  }

  /** The outcome as a screen. `screen.before` identifies its attempt, `open` an earlier one whose outcome is still unknown.
   *  Proxies often replace a 5xx with pages of their own: what a voter has to read is sent with status 200; the log has the
   *  service's status. */
  async #respond(outcome: RegistrationOutcome, { before, ...screen }: ScreenProps, open?: string): Promise<PageAnswer> {
    const { visitor, values } = screen
    const { words } = visitor
    const { birthYear: year } = values
    const now = this.#deps.now()
    const fresh = { ...screen, formKey: newFormKey(now) }
    switch (outcome.type) {
      case 'answer':
        return this.#answer(fresh, outcome.answer)
      case 'refused':
        return this.#form(visitor, { values, found: readServerErrors(outcome.errors), before: open, year }, 422)
      case 'consent-outdated':
        return this.#outdated(visitor, { values, cut: [], hidden: { year } }, open, screen.wording)
      case 'not-sent': {
        const status = outcome.code === 'rate_limited' ? 429 : 200
        const officialUrl = await officialOf(values.state, this.#deps)
        const notSent = <NotSentScreen {...screen} officialUrl={officialUrl} outcome={outcome} />
        return this.#screen(visitor, words.notSent.heading, notSent, status)
      }
      case 'may-have-been-sent': {
        const own = { ...fresh, before, officialUrl: await officialOf(values.state, this.#deps) }
        const doubt = <MayHaveBeenSentScreen {...own} outcome={outcome} />
        return this.#screen(visitor, words.mayHaveBeenSent.heading, doubt)
      }
      default:
        return outcome satisfies never
    }
  }

  /** The answer as a page. */
  async #answer(screen: ScreenProps, answer: SealedAnswer): Promise<PageAnswer> {
    const { words } = screen.visitor
    const now = this.#deps.now()
    const sealedButtons = await Promise.all(
      answer.buttons.map(async (one) => this.#deps.seal(writeActionToken(one, now))),
    )
    const known = await knownFacts(screen.values.state, this.#deps)
    await loadParts()
    return this.#screen(
      screen.visitor,
      sealedButtons.length === 0 ? words.answer.headingWithoutButton : words.answer.heading,
      <AnswerScreen
        {...screen}
        answer={answer}
        settings={this.#deps.settings}
        sealedButtons={sealedButtons}
        known={known}
        now={now}
      />,
      200,
      { leadsOn: sealedButtons.length > 0 },
    )
  }

  /** Reports a press, then redirects the voter. */
  async #follow(posted: Posted, sealed: string): Promise<PageAnswer> {
    const { visit, visitor, values } = posted
    const now = this.#deps.now()
    const way = readActionToken(await this.#deps.open(sealed))
    const url = way === undefined ? undefined : buttonLink(way.url)
    // Not sealed here, or with a key that was replaced since.
    if (way === undefined || url === undefined) return this.#form(visitor, { values }, 400)
    if (way.until !== undefined && way.until - now <= safetyMargin) {
      const screen = this.#screenProps(posted, newFormKey(now))
      return this.#screen(visitor, visitor.words.answer.heading, <ExpiredScreen {...screen} label={way.label} />)
    }
    if (way.press !== undefined) await reportPress(way.press, visit)
    return { status: 303, headers: { Location: url, 'Referrer-Policy': 'no-referrer' }, body: '' }
  }

  /** The voter read another wording than the current one: shows that one, which needs consent here (R-A12). A form that a
   *  partner's server rendered does not say which wording was read. */
  #outdated(visitor: PageQuery, posted: FormBody, before?: string, read?: string): Promise<PageAnswer> {
    const isChanged = read !== undefined && posted.values.agree
    const values = withoutConsent(posted.values)
    const found = checkPosted({ ...posted, values })
    if (isChanged) found.fields.agree = ['wordingChanged']
    return this.#form(visitor, { values, found, before, year: posted.hidden.year }, isChanged ? 409 : 422)
  }

  /** The form, to be filled in or corrected, under a fresh key unless it is a step of the same one. */
  async #form(visitor: PageQuery, filled: Filled, status: PageAnswer['status'] = 200): Promise<PageAnswer> {
    const address = writePageQuery(visitor).toString()
    const own = ownData(this.#deps, visitor, filled.key ?? newFormKey(this.#deps.now()), address, filled)
    const known = await knownFacts(filled.values?.state ?? filled.prefill?.state ?? '', this.#deps)
    const content = { ...formContent(this.#deps, visitor, { ...filled, known }, own), address, own: jsonOf(own) }
    return this.#document({ ...content, above: factsAbove(known, visitor, this.#deps.now()) }, status)
  }

  #screenProps({ visitor, values, hidden: { wording = '' } }: Posted, formKey: string): ScreenProps {
    const { official_site: official, features } = this.#deps.settings
    return { visitor, values, formKey, wording, officialUrl: official?.url, isPractice: features.sandbox }
  }

  #screen(
    visitor: PageQuery,
    title: string,
    screen: ReactElement,
    status: PageAnswer['status'] = 200,
    more: Pick<HtmlShellContent, 'leadsOn' | 'owner'> = {},
  ): Promise<PageAnswer> {
    const whole = <LazyPartsContext.Provider value={importedParts}>{screen}</LazyPartsContext.Provider>
    const data = { parents: this.#deps.allowedOrigins }
    const own = jsonOf({ instanceId: instanceOf(crypto.randomUUID()), fields: {}, options: {} })
    const [address, body] = [writePageQuery(visitor).toString(), renderToString(whole)]
    return this.#document({ visitor, address, title, body, data, own, isEmptied: true, ...more }, status)
  }
}
