/** Steps without scripts as pages with addresses: what was posted is in the sealed cookie, the step in the address. So Back and
 *  a reload show a page, and no browser asks to post again. */
import type { PageAnswer, PageDeps, PageVisit } from '../../contract/page-interface.ts'
import { withoutConsent } from '../widget/form/fields.ts'
import { errorsAt, type StepPage } from './after-step.ts'
import { cookieLifetime, emptyCookie } from './cookie-probe.ts'
import { type Filled, stepsOn } from './form-content.tsx'
import { type PageQuery, writePageQuery } from './page-query.ts'
import { checkPosted, type FormBody, hidden, parseFormBody, valueFields } from './parse-form-body.ts'

/** A post of a browser without scripts, with its visitor. */
export interface Posted extends FormBody {
  visit: PageVisit
  visitor: PageQuery
}

/** The query parameters of a step's address. `form` begins the key of the form: another tab may have another one. */
const names = { step: 'step', form: 'form', change: 'change', wrong: 'wrong' } as const

const formNameOf = (key: string) => key.slice(0, 8)

/** Separates the sealed text from that of an answer. */
const mark = 'step '

/** The most characters of the cookie's value: browsers take 4,096 bytes with its name and attributes. */
const longest = 3_900

/**
 * Returns the redirect to the address of a step.
 *
 * @returns `undefined` where the browser has sent no cookie, the cookie would be too long, or many voters share the
 * device: then the step is the response to the post
 */
export async function stepRedirect(
  { visit, visitor }: Posted,
  { filled }: StepPage,
  { seal }: Pick<PageDeps, 'seal'>,
): Promise<PageAnswer | undefined> {
  const { values, step, key, before, year, found, isChange } = filled
  const isOff = visitor.idleSeconds !== undefined
  if (visit.cookie?.value === undefined || isOff || !values || !step || !key) return undefined
  // Only the post knows that it was ticked at another wording.
  if (found?.fields.agree?.includes('wordingChanged') === true) return undefined
  // Whoever opens the address later, in a new tab too, consents anew.
  const body = new URLSearchParams(valueFields(withoutConsent(values)))
  for (const [name, value] of Object.entries({ key, before, year })) {
    if (value !== undefined) body.set(Reflect.get(hidden, name), value)
  }
  const sealed = await seal(`${mark}${body}`)
  if (sealed.length > longest) return undefined
  const query = writePageQuery(visitor)
  query.set(names.step, step)
  query.set(names.form, formNameOf(key))
  if (isChange === true) query.set(names.change, 'on')
  if (found !== undefined) query.set(names.wrong, 'on')
  const headers = { Location: `form?${query}`, 'Set-Cookie': visit.cookie.write(sealed, cookieLifetime) }
  return { status: 303, headers, body: '' }
}

/**
 * Returns the form at the step of an address, as it was posted last, without consent.
 *
 * @returns `answered` once the form was sent; `undefined` for another address, and where the cookie has no such form
 */
export async function stepAt(
  { query, cookie }: PageVisit,
  visitor: PageQuery,
  deps: Pick<PageDeps, 'open' | 'layout'>,
): Promise<Filled | 'answered' | undefined> {
  const steps = stepsOn(visitor, deps)
  const step = steps.find((one) => one === query.get(names.step))
  const sealed = cookie?.value ?? emptyCookie
  if (step === undefined || sealed === emptyCookie || visitor.idleSeconds !== undefined) return undefined
  const opened = await deps.open(sealed)
  // The token of an answer is sealed by another purpose.
  if (opened?.startsWith(mark) !== true) return 'answered'
  const { values, cut, hidden: kept } = parseFormBody(new URLSearchParams(opened.slice(mark.length)))
  const { key = '', before, year } = kept
  if (formNameOf(key) !== query.get(names.form)) return undefined
  const filled = { values, key, before, year, step, isChange: query.has(names.change) }
  if (!query.has(names.wrong)) return filled
  const { fields } = checkPosted({ values, cut, hidden: kept })
  const found = errorsAt(step, steps, fields)
  return found === undefined ? filled : { ...filled, found }
}

/** Returns an answer that takes what was typed out of the cookie. */
export function withoutStep(answer: PageAnswer, cookie: PageVisit['cookie']): PageAnswer {
  if (cookie?.value === undefined) return answer
  return { ...answer, headers: { ...answer.headers, 'Set-Cookie': cookie.write(emptyCookie, cookieLifetime) } }
}
