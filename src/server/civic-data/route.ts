/** `GET /states/{code}`: the facts a voter needs about a state, or about a region of it with `?region=`. */
import { type Handler, Hono } from 'hono'
import { etag } from 'hono/etag'
import { bffPaths } from '../../contract/routes.ts'
import { isStateCode } from '../../contract/states.ts'
import { type Env, type ProblemAnswer, problem } from '../problem.ts'
import type { CivicFailure } from '../upstream/civic-upstream.ts'
import type { CivicFacts } from './civic-facts.ts'

const maxRegionLength = 200

export function stateRoutes(facts: CivicFacts): Hono<Env> {
  return new Hono<Env>().get(`${bffPaths.states}/:code`, etag(), civicRoute(facts))
}

/** A page may cache the facts for five minutes, stale ones for half a minute. */
function civicRoute(facts: CivicFacts): Handler<Env> {
  return async (c) => {
    const code = c.req.param('code')
    if (!isStateCode(code)) {
      const detail = 'Use the code of one of the 51 states, two capital letters, for example /states/TN.'
      return problem(c, { status: 404, code: 'state_unknown', detail })
    }
    const region = c.req.query('region')?.trim() || undefined
    const answer =
      (region?.length ?? 0) > maxRegionLength ? ({ type: 'no_such_region' } as const) : await facts(code, region)
    switch (answer.type) {
      case 'no_such_region': {
        const detail = `This state has no facts for that region. See "regions" in the response of /states/${code}.`
        return problem(c, { status: 404, code: 'region_unknown', detail })
      }
      case 'failed':
        c.get('addLogFields')({ cause: answer.cause ?? answer.reason, upstream_status: answer.status })
        return problem(c, toProblem(answer))
      case 'facts': {
        c.header('Cache-Control', `public, max-age=${answer.stale ? 30 : 300}`)
        return c.body(answer.body, 200, { 'Content-Type': 'application/json; charset=utf-8' })
      }
      default:
        return answer satisfies never
    }
  }
}

function toProblem({ reason, status, parseRetryAfter: retryAfter = 5 }: CivicFailure): ProblemAnswer {
  switch (reason) {
    case 'unreachable':
      return {
        status: 503,
        code: 'upstream_unreachable',
        retryAfter,
        detail: 'The Civic Data service cannot be reached. Try again later; if that does not help, check CIVIC_URL.',
      }
    case 'timeout':
      return {
        status: 504,
        code: 'civic_failed',
        retryAfter,
        detail: 'The Civic Data service did not respond in time. Try again later.',
      }
    case 'busy':
      return {
        status: 503,
        code: 'upstream_busy',
        retryAfter,
        detail: 'The Civic Data service is overloaded (429). Try again later.',
      }
    case 'unauthorized':
      return {
        status: 503,
        code: 'upstream_auth',
        detail: 'The Civic Data service rejects this server. Check CIVIC_KEY_ID and CIVIC_KEY_SECRET.',
      }
    case 'contract_error':
      return {
        status: 502,
        code: 'upstream_contract',
        detail: `The Civic Data service answered ${status ?? 'without a status'} to a valid request. Check CIVIC_URL and CIVIC_VERSION.`,
      }
    case 'broken':
      return {
        status: 502,
        code: 'civic_failed',
        retryAfter,
        detail: 'The Civic Data service returned an unusable response. Try again later.',
      }
    default:
      return reason satisfies never
  }
}
