/** Whose form a request is from. */
import type { Context, MiddlewareHandler } from 'hono'
import type { Look } from '../../contract/look.ts'
import { type Env, type ProblemAnswer, problem } from '../problem.ts'
import type { Partner } from './partner.ts'

/** The partners of a file, at present. */
export interface PartnerSource {
  /** By name. */
  current(): ReadonlyMap<string, Partner>
  /** Calls with each further list of partners. */
  onChange(listener: () => void): void
}

/** A look, at present. */
export interface LookSource {
  current(): Look
  /** Calls with each change. */
  onChange(listener: () => void): void
}

/** A partner, and what log, metrics and receipts call it. */
export interface ChosenPartner {
  partner: Partner
  /** One of a list of the operator's; `undefined` where no partner is named, or one that is on no list. */
  label: string | undefined
}

/** All partners. */
export interface Partners {
  /**
   * Finds a partner.
   *
   * @param name as the page gives it; empty or `undefined` for the partner of the options
   * @returns `undefined` when the file has no such partner. Without a file every name is that of the one partner
   */
  choose(name: string | undefined): ChosenPartner | undefined
  /** That of the options, and those of the file. */
  all(): readonly Partner[]
  /** The origins of all pages of all partners. */
  origins(): ReadonlySet<string>
  /** Calls after each change. */
  onChange(listener: () => void): void
}

/**
 * All partners.
 *
 * @param own that of the options
 * @param labels without a file: names that pages may give and that may be logged
 * @param source the partners of the file, if there is one
 * @param look of the hosted page where a partner has none of its own
 */
export function createPartners(
  own: Partner,
  labels: ReadonlySet<string>,
  source: PartnerSource | undefined,
  look?: LookSource,
): Partners {
  const dressed = (partner: Partner): Partner =>
    look === undefined || partner.look !== undefined ? partner : { ...partner, look: look.current() }
  const readAll = () => [own, ...(source?.current().values() ?? [])].map(dressed)
  const readOrigins = () => new Set(readAll().flatMap(({ allowedOrigins }) => [...allowedOrigins]))
  let [all, origins] = [readAll(), readOrigins()]
  let byName = new Map(all.map((partner) => [partner.id, partner]))
  const readAgain = () => {
    all = readAll()
    origins = readOrigins()
    byName = new Map(all.map((partner) => [partner.id, partner]))
  }
  source?.onChange(readAgain)
  look?.onChange(readAgain)
  return {
    choose(name) {
      const isNamed = name !== undefined && name !== ''
      const partner = byName.get(isNamed && source !== undefined ? name : undefined)
      if (partner === undefined) return undefined
      const isListed = isNamed && (source !== undefined || labels.has(name))
      return { partner, label: isListed ? name : undefined }
    },
    all: () => all,
    origins: () => origins,
    onChange: (listener) => source?.onChange(listener),
  }
}

/** Chooses the partner that the address names, and notes its name for the log: any that is on no list is `other` there, since
 *  anybody may write an address, also one with a person's name in it. */
export function choosePartner(partners: Partners): MiddlewareHandler<Env> {
  return (c, next) => {
    const name = c.req.query('partner')
    const chosen = partners.choose(name)
    c.set('partner', chosen)
    if (name !== undefined && name !== '') c.get('line').partner = chosen?.label ?? 'other'
    return next()
  }
}

/** Refuses a request that names a partner that is not there: it must not get another one's form. */
export const knownPartner: MiddlewareHandler<Env> = (c, next) =>
  c.get('partner') === undefined ? Promise.resolve(problem(c, partnerUnknown)) : next()

/** Whose form asks, behind {@link knownPartner}. */
export function chosenOf(c: Context<Env>): ChosenPartner {
  const chosen = c.get('partner')
  if (chosen === undefined) throw new Error('An unknown partner is refused before.')
  return chosen
}

const partnerUnknown = {
  status: 404,
  code: 'partner_unknown',
  outcome: 'not_sent',
  detail:
    'The partner that this form names is not in the partners file of this server (PARTNERS_FILE). Check the spelling of partner on the page; nothing was sent.',
} as const satisfies ProblemAnswer
