/** Finds the partner whose form a request is from. */
import type { Context, MiddlewareHandler } from 'hono'
import type { Clock } from '../../contract/clock.ts'
import type { Branding } from '../../contract/page-interface.ts'
import { getActiveNotices, type WrittenNotice } from '../notices/notices.ts'
import { type Env, outcomeProblem, problem } from '../problem.ts'
import type { Partner, PartnerSelection } from './partner.ts'

/** A value that may change, with a listener that is called after each change. */
export interface Source<Value> {
  current(): Value
  onChange(listener: () => void): void
}

export interface PartnersSources {
  /** The partners of the file by name, if there is one; `undefined` for one whose entry is invalid. */
  partners?: Source<ReadonlyMap<string, Partner | undefined>> | undefined
  branding?: Source<Branding> | undefined
  notices?: Source<readonly WrittenNotice[]> | undefined
  clock: Clock
}

export interface Partners {
  /** By the name that the page sends; without one, or without a file: the partner of the options. `undefined`: no valid entry. */
  select(name: string | undefined): PartnerSelection | undefined
  isUnavailable(name: string | undefined): boolean
  /** Returns the partner of the options, and those of the file, without the branding and notices of all partners. */
  list(): readonly Partner[]
  origins(): ReadonlySet<string>
  onChange(listener: () => void): void
}

export function createPartners(
  defaultPartner: Partner,
  { partners: source, branding, notices, clock }: PartnersSources,
): Partners {
  /** Each partner with what all partners have, until its next notice starts or ends. */
  let cache = new WeakMap<Partner, { partner: Partner; expiresAt: number }>()
  let allPartners: readonly Partner[] = []
  let origins: ReadonlySet<string> = new Set()
  const update = () => {
    cache = new WeakMap()
    allPartners = [defaultPartner, ...(source?.current().values() ?? [])].filter((partner) => partner !== undefined)
    origins = new Set(allPartners.flatMap(({ allowedOrigins }) => [...allowedOrigins]))
  }
  update()
  for (const changing of [source, branding, notices]) changing?.onChange(update)
  const addSharedValues = (partner: Partner): Partner => {
    const cached = cache.get(partner)
    if (cached !== undefined && clock.now() < cached.expiresAt) return cached.partner
    const { notices: active, changesAt: expiresAt } = getActiveNotices(
      [...(notices?.current() ?? []), ...partner.notices],
      clock.now(),
    )
    const settings = { ...partner.settings, ...(active.length > 0 && { notices: [...active] }) }
    const completePartner = { ...partner, settings, branding: partner.branding ?? branding?.current() }
    cache.set(partner, { partner: completePartner, expiresAt })
    return completePartner
  }
  return {
    select(name) {
      const label = source === undefined || name === '' ? undefined : name
      const partner = label === undefined ? defaultPartner : source?.current().get(label)
      return partner && { partner: addSharedValues(partner), label }
    },
    isUnavailable: (name = '') => source?.current().has(name) === true && source.current().get(name) === undefined,
    list: () => allPartners,
    origins: () => origins,
    onChange: (listener) => source?.onChange(listener),
  }
}

/** Chooses the partner that the URL names. The log calls an unknown one `other`: a URL may have a person's name in it. */
export function selectPartner(partners: Partners): MiddlewareHandler<Env> {
  return (c, next) => {
    const name = c.req.query('partner')
    const match = partners.select(name)
    c.set('partner', match)
    const isUnavailable = match === undefined && partners.isUnavailable(name)
    if (isUnavailable) c.set('partnerProblem', partnerUnavailable)
    if (name !== undefined && name !== '')
      c.get('addLogFields')({ partner: match?.label ?? (isUnavailable ? name : 'other') })
    return next()
  }
}

/** Middleware that rejects a request for an unknown partner: it must not get another one's form. */
export const requirePartner: MiddlewareHandler<Env> = (c, next) =>
  c.get('partner') === undefined ? Promise.resolve(problem(c, c.get('partnerProblem') ?? partnerUnknown)) : next()

/** Returns the partner of a request; only after {@link requirePartner}. */
export function getPartnerSelection(c: Context<Env>): PartnerSelection {
  const selection = c.get('partner')
  if (selection === undefined) throw new Error('An unknown partner is rejected earlier.')
  return selection
}

const partnerUnknown = outcomeProblem(
  'partner_unknown',
  'The partner of this form is not in the partners file of this server (PARTNERS_FILE); nothing was sent. Check the spelling of "partner" on the page.',
)

const partnerUnavailable = outcomeProblem(
  'partner_unavailable',
  'The entry of this partner in the partners file of this server (PARTNERS_FILE) is invalid; nothing was sent. The log of the server has the problem (entries_rejected).',
)
