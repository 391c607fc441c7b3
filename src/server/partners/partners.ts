/** Finds the partner whose form a request is from. */
import type { Context, MiddlewareHandler } from 'hono'
import type { Look } from '../../contract/page-interface.ts'
import { getActiveNotices, type WrittenNotice } from '../notices/written-notice.ts'
import { type Env, outcomeProblem, problem } from '../problem.ts'
import type { ChosenPartner, Partner } from './partner.ts'

/** Source of something that may change: what it is now, and a listener that is called after each change. */
export interface Source<Value> {
  current(): Value
  onChange(listener: () => void): void
}

/** The sources that {@link createPartners} reads repeatedly. */
export interface PartnersSources {
  /** The partners of the file by name, if there is one. */
  partners?: Source<ReadonlyMap<string, Partner>> | undefined
  /** The look of the hosted page for a partner without its own. */
  look?: Source<Look> | undefined
  /** The notices for voters of all partners. */
  notices?: Source<readonly WrittenNotice[]> | undefined
  /** Milliseconds since 1970, for notices with a start or end time. */
  now: () => number
}

/** All partners. */
export interface Partners {
  /**
   * Finds a partner.
   *
   * @param name as the page sends it; empty or `undefined` for the partner of the options
   * @returns `undefined` when the file has no such partner. Without a file every name means the one partner
   */
  choose(name: string | undefined): ChosenPartner | undefined
  /** Returns the partner of the options, and those of the file. */
  all(): readonly Partner[]
  /** Returns the origins of all pages of all partners. */
  origins(): ReadonlySet<string>
  /** Calls the listener after each change. */
  onChange(listener: () => void): void
}

/**
 * Creates the list of all partners.
 *
 * @param own the partner of the options
 */
export function createPartners(own: Partner, { partners: source, look, notices, now }: PartnersSources): Partners {
  /** When the next notice starts or ends. */
  let until = Infinity
  const complete = (partner: Partner): Partner => {
    const active = getActiveNotices([...(notices?.current() ?? []), ...partner.notices], now())
    until = Math.min(until, active.until)
    const settings = {
      ...partner.settings,
      ...(active.notices.length > 0 && { notices: [...active.notices] }),
    }
    return { ...partner, settings, look: partner.look ?? look?.current() }
  }
  const readAll = () => [own, ...(source?.current().values() ?? [])].map(complete)
  const originsOf = () => new Set(all.flatMap(({ allowedOrigins }) => [...allowedOrigins]))
  let all = readAll()
  let origins = originsOf()
  let byName = new Map(all.map((partner) => [partner.id, partner]))
  const readAgain = () => {
    until = Infinity
    all = readAll()
    origins = originsOf()
    byName = new Map(all.map((partner) => [partner.id, partner]))
  }
  for (const one of [source, look, notices]) one?.onChange(readAgain)
  return {
    choose(name) {
      if (now() >= until) readAgain()
      const isNamed = name !== undefined && name !== ''
      const partner = byName.get(isNamed && source !== undefined ? name : undefined)
      if (partner === undefined) return undefined
      return { partner, label: isNamed && source !== undefined ? name : undefined }
    },
    all: () => all,
    origins: () => origins,
    onChange: (listener) => source?.onChange(listener),
  }
}

/** Middleware that chooses the partner that the URL names, and notes its name for the log. A name that is on no list is
 *  logged as `other`, since anyone can write a URL, even with a person's name in it. */
export function choosePartner(partners: Partners): MiddlewareHandler<Env> {
  return (c, next) => {
    const name = c.req.query('partner')
    const chosen = partners.choose(name)
    c.set('partner', chosen)
    if (name !== undefined && name !== '') c.get('note')({ partner: chosen?.label ?? 'other' })
    return next()
  }
}

/** Middleware that rejects a request for an unknown partner: it must not get another one's form. */
export const knownPartner: MiddlewareHandler<Env> = (c, next) =>
  c.get('partner') === undefined ? Promise.resolve(problem(c, partnerUnknown)) : next()

/** Returns the partner of a request; only after {@link knownPartner}. */
export function chosenOf(c: Context<Env>): ChosenPartner {
  const chosen = c.get('partner')
  if (chosen === undefined) throw new Error('An unknown partner is refused before.')
  return chosen
}

const partnerUnknown = outcomeProblem(
  'partner_unknown',
  'The partner of this form is not in the partners file of this server (PARTNERS_FILE); nothing was sent. Check the spelling of "partner" on the page.',
)
