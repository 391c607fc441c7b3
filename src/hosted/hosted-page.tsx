/** The page with the form: rendered here, posted to the BFF, and alive where scripts run. */
import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import type { HostedPage, Page, PageAnswer, PageDeps, PageVisit } from '../contract/hosted-page.ts'
import { safeLink } from '../contract/text.ts'
import { createBffClient, type RegistrationOutcome } from '../widget/flow/bff-client.ts'
import { shownWording, wordingFor } from '../widget/form/consent.tsx'
import type { FormValues } from '../widget/form/fields.ts'
import type { Findings } from '../widget/form/form-errors.ts'
import { checkValues } from '../widget/form/form-schema.ts'
import { prefillFrom } from '../widget/form/prefill-names.ts'
import { readRefusal } from '../widget/form/server-errors.ts'
import { toRequest } from '../widget/form/to-request.ts'
import { LazyPartsContext } from '../widget/lazy-parts.ts'
import { importedParts } from '../widget/react/imported-parts.ts'
import { safetyMargin } from '../widget/screens/expiry.ts'
import { readWay, wayOf, writeWay } from './action-token.ts'
import { settingsFor, textsFor } from './form-data.ts'
import { ageOf, idempotencyKeyOf, newFormKey } from './form-key.ts'
import { hostedWords } from './hosted-messages.ts'
import { createDocument } from './html-shell.ts'
import type { FormProps } from './page-data.ts'
import { pageFiles } from './page-files.ts'
import { readVisitor, type Visitor, writeVisitor } from './page-query.ts'
import { pageScript } from './page-script.ts'
import { hidden, readValues } from './parse-form-body.ts'
import { createFormRenderer } from './render-form.tsx'
import { reportPress } from './report-press.ts'
import { AnswerScreen, ExpiredScreen } from './screens/answer-screen.tsx'
import { MayHaveBeenSentScreen } from './screens/may-have-been-sent-screen.tsx'
import { NotSentScreen } from './screens/not-sent-screen.tsx'
import type { ScreenProps } from './screens/screen.tsx'

export type { HostedPage, Page, PageAnswer, PageDeps, PageVisit }

/** The page, to be handed to `createBff` or `serve` as their `page`. */
export function hostedPage(): HostedPage {
  return (parts) => new Pages(parts)
}

/** What has been typed, and what is wrong with it, when the form is shown again. */
interface Again {
  values: FormValues
  found?: Findings
  notice?: string
}

class Pages implements Page {
  readonly #parts: PageDeps
  readonly #document: ReturnType<typeof createDocument>
  readonly #render = createFormRenderer()

  constructor(parts: PageDeps) {
    this.#parts = parts
    this.#document = createDocument({
      files: pageFiles,
      partner: parts.settings.partner.name,
      frameAncestors: parts.allowedOrigins,
      isSandbox: parts.settings.features.sandbox,
    })
  }

  show(visit: PageVisit): Promise<PageAnswer> {
    const prefill = prefillFrom(this.#parts.prefill, (name) => visit.query.get(name) ?? undefined)
    return this.#form(readVisitor(visit, visit.query), { prefill })
  }

  async take(visit: PageVisit, posted: URLSearchParams): Promise<PageAnswer> {
    const visitor = readVisitor(visit, new URLSearchParams(posted.get(hidden.visitor) ?? ''))
    const values = readValues(posted)
    const way = posted.get(hidden.way)
    if (way !== null) return this.#follow(visit, visitor, values, posted, way)
    if (posted.get(hidden.act) === 'edit') return this.#again(visitor, { values })
    return this.#send(visit, visitor, values, posted)
  }

  refuse(visit: PageVisit): Promise<PageAnswer> {
    const visitor = readVisitor(visit, new URLSearchParams())
    const { heading, text } = hostedWords(visitor.words).cutOff
    return this.#plain(
      visitor,
      heading,
      <div className="vr-root" lang={visitor.words.language} dir={visitor.words.direction}>
        <div className="vr-screen">
          <h1 className="vr-heading">{heading}</h1>
          <p>{text}</p>
          <p>
            <a href={`form?${writeVisitor(visitor)}`} target="_blank" rel="noopener">
              {hostedWords(visitor.words).newTab}
            </a>
          </p>
        </div>
      </div>,
      403,
    )
  }

  file(name: string): PageAnswer | undefined {
    return pageScript(name)
  }

  /** Checks what was filled in and sends it, or shows what is wrong with it. */
  async #send(visit: PageVisit, visitor: Visitor, values: FormValues, posted: URLSearchParams): Promise<PageAnswer> {
    const { settings, rememberedFor, now } = this.#parts
    const shown = shownWording({ type: 'ready', settings }, visitor.words.language, true)
    const agreedTo = posted.get(hidden.wording) ?? ''
    if (shown === undefined || agreedTo !== shown.version) return this.#outdated(visitor, values)
    const found = checkValues(values)
    if (Object.keys(found.fields).length > 0) return this.#again(visitor, { values, found }, 422)

    const formKey = posted.get(hidden.key) ?? ''
    const age = ageOf(formKey, now())
    if (age === undefined || age > rememberedFor) {
      // Whether this very form was sent before, nobody knows any more: the voter does.
      const notice = hostedWords(visitor.words).waited({ minutes: Math.round(rememberedFor / 60_000) })
      return this.#again(visitor, { values, notice }, 409)
    }
    const subscriber = values.subscriber && shown.offersSubscriber
    const request = toRequest({ ...values, subscriber })
    const client = createBffClient({
      apiBase: 'http://bff',
      isOffline: () => false,
      // A check is for the visitor's own machine to meet, not for this one.
      solve: () => Promise.resolve(undefined),
      fetch: (input, init) => ask(visit, input, init),
      tracking: () => visitor.tracking,
    })
    const register = async (key: string) =>
      client.register(request, { idempotencyKey: await idempotencyKeyOf(key, request), consentVersion: agreedTo })
    const before = posted.get(hidden.before)
    // A late answer may have come meanwhile: only when there is none, the form is sent a second time.
    const late = before === null ? undefined : await register(before)
    const isDone = late !== undefined && !(late.type === 'may-have-been-sent' && late.replayed === true)
    const outcome = isDone ? late : await register(formKey)
    const used = isDone && before !== null ? before : formKey
    return this.#respond(outcome, { visitor, values, formKey: used, wording: agreedTo, officialUrl: this.#officialUrl })
  }

  get #officialUrl(): string | undefined {
    return this.#parts.settings.official_site?.url
  }

  /** The outcome as a screen. Proxies like to put pages of their own in the place of a 5xx: what a voter has to read is a
   *  200; the log has the service's status. */
  async #respond(outcome: RegistrationOutcome, screen: ScreenProps): Promise<PageAnswer> {
    const { visitor, values } = screen
    const { words } = visitor
    const fresh = { ...screen, formKey: newFormKey(this.#parts.now()) }
    switch (outcome.type) {
      case 'answer': {
        const { answer } = outcome
        const now = this.#parts.now()
        const ways = await Promise.all(answer.buttons.map(async (one) => this.#parts.seal(writeWay(wayOf(one, now)))))
        await importedParts.answerMarkdown?.load()
        const isSandbox = this.#parts.settings.features.sandbox
        return this.#plain(
          visitor,
          words.answer.heading,
          <AnswerScreen {...fresh} answer={answer} ways={ways} isSandbox={isSandbox} now={now} />,
          200,
          ways.length > 0,
        )
      }
      case 'refused':
        return this.#again(visitor, { values, found: readRefusal(outcome.errors) }, 422)
      case 'consent-outdated':
        return this.#outdated(visitor, values)
      case 'not-sent': {
        const status = outcome.code === 'challenge_required' ? 403 : outcome.code === 'rate_limited' ? 429 : 200
        return this.#plain(visitor, words.notSent.heading, <NotSentScreen {...screen} {...outcome} />, status)
      }
      case 'may-have-been-sent':
        return this.#plain(
          visitor,
          words.mayHaveBeenSent.heading,
          <MayHaveBeenSentScreen {...fresh} before={screen.formKey} reference={outcome.reference} />,
        )
      default:
        return outcome satisfies never
    }
  }

  /** Reports a press, then sends the voter on. A lost report never keeps a voter from registering (R-A93). */
  async #follow(
    visit: PageVisit,
    visitor: Visitor,
    values: FormValues,
    posted: URLSearchParams,
    sealed: string,
  ): Promise<PageAnswer> {
    const way = readWay(await this.#parts.open(sealed))
    const url = way === undefined ? undefined : safeLink(way.url)
    // Not sealed here, or with a key that has been changed since.
    if (way === undefined || url === undefined) return this.#again(visitor, { values }, 400)
    if (way.until !== undefined && way.until - this.#parts.now() <= safetyMargin) {
      const screen: ScreenProps = {
        visitor,
        values,
        formKey: newFormKey(this.#parts.now()),
        wording: posted.get(hidden.wording) ?? '',
        officialUrl: this.#officialUrl,
      }
      const { heading } = visitor.words.answer
      return this.#plain(visitor, heading, <ExpiredScreen {...screen} label={way.label} />)
    }
    if (way.press !== undefined) await reportPress(way.press, visit)
    return { status: 303, headers: { Location: url, 'Referrer-Policy': 'no-referrer' }, body: '' }
  }

  /** The wording on the screen is not the current one: the new one is shown, and has to be agreed to anew (R-A12). */
  #outdated(visitor: Visitor, values: FormValues): Promise<PageAnswer> {
    const found: Findings = { ...checkValues({ ...values, agree: true }), others: [] }
    found.fields = { ...found.fields, agree: ['wordingChanged'] }
    return this.#again(visitor, { values: { ...values, agree: false, subscriber: false }, found }, 409)
  }

  #again(visitor: Visitor, again: Again, status: PageAnswer['status'] = 200): Promise<PageAnswer> {
    return this.#form(visitor, { again }, status)
  }

  /** The form, to be filled in or mended, under a fresh key. */
  #form(
    visitor: Visitor,
    { prefill, again }: { prefill?: FormProps['prefill']; again?: Again },
    status: PageAnswer['status'] = 200,
  ): Promise<PageAnswer> {
    const { allowedOrigins, now } = this.#parts
    const { words, theme, partner, tracking, isFramed } = visitor
    const settings = settingsFor(this.#parts.settings, words.language)
    const key = newFormKey(now())
    const instanceId = `vr${key.slice(0, 8)}`
    const form: FormProps = {
      ...(partner !== undefined && { partner }),
      ...(tracking !== undefined && { tracking }),
      locale: words.language,
      ...(words.catalogue !== undefined && { locales: [textsFor(words.catalogue, settings)] }),
      ...(prefill !== undefined && { prefill }),
      appearance: { theme },
      linkTarget: isFramed ? '_blank' : '_self',
      headingLevel: 1,
      settings,
      instanceId,
      plain: {
        action: 'form',
        fields: {
          [hidden.key]: key,
          [hidden.wording]: wordingFor(settings, words.language).version,
          [hidden.visitor]: writeVisitor(visitor).toString(),
        },
        ...(again !== undefined && { values: again.values, ...(again.found !== undefined && { found: again.found }) }),
      },
    }
    return this.#document(
      {
        visitor,
        title: words.form.heading,
        isWrong: again?.found !== undefined,
        ...(again?.notice !== undefined && { notice: again.notice }),
        body: this.#render(form),
        data: {
          instanceId,
          parents: allowedOrigins,
          form,
          prefillFromUrl: this.#parts.prefill,
        },
      },
      status,
    )
  }

  #plain(
    visitor: Visitor,
    title: string,
    screen: ReactElement,
    status: PageAnswer['status'] = 200,
    leadsOn = false,
  ): Promise<PageAnswer> {
    const whole = <LazyPartsContext.Provider value={importedParts}>{screen}</LazyPartsContext.Provider>
    const data = { instanceId: `vr${crypto.randomUUID().slice(0, 8)}`, parents: this.#parts.allowedOrigins }
    return this.#document({ visitor, title, body: renderToString(whole), data, leadsOn }, status)
  }
}

/** What the widget's client asks for, asked in this process. */
function ask(visit: PageVisit, input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const { pathname } = new URL(input instanceof Request ? input.url : input)
  const body = typeof init.body === 'string' ? init.body : ''
  return visit.ask(pathname, { headers: Object.fromEntries(new Headers(init.headers)), body })
}
