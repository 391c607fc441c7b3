/** Misbehavior of the Civic API: `PUT /_sandbox/civic` with `{"scenario": "…"}`, until `DELETE`. This table is the whole list. */
import { wrongSecret } from './basic-auth.ts'
import { misbehavior, type ScenarioContext } from './scenario.ts'
import { detail, json, serverError } from './service-answers.ts'

/** The three kinds of data (R-C05, R-C14, R-C23): a scenario may apply to one of them alone. */
export const civicParts = ['fields', 'state', 'overrides'] as const
export type CivicPart = (typeof civicParts)[number]

export interface CivicScenario {
  name: string
  upstream: string
  answer: (text: string, context: ScenarioContext) => Response | Promise<Response>
  /** Applies only if a key is required: the open endpoint responds as usual. */
  withKeyOnly?: true
}

export const civicScenarios: readonly CivicScenario[] = [
  { name: 'down', upstream: 'Closes every connection.', answer: misbehavior.reset },
  { name: 'slow', upstream: 'Answers after 3 seconds.', answer: misbehavior.slow },
  { name: 'hang', upstream: 'Does not respond for 2 minutes.', answer: misbehavior.hang },
  {
    name: 'unauthorized',
    upstream: 'Answers 401, as if the secret of the key were wrong.',
    answer: wrongSecret,
    withKeyOnly: true,
  },
  { name: 'missing', upstream: 'Answers 404 with {"detail": "…"}.', answer: () => detail(404, 'Not found.') },
  {
    name: 'busy',
    upstream: 'Answers 429 with an HTML page and Retry-After: 17.',
    answer: misbehavior.busy,
  },
  { name: 'broken', upstream: 'Answers 500 with an HTML page.', answer: serverError },
  { name: 'bad-json', upstream: 'Answers 200 with truncated JSON.', answer: misbehavior.badJson },
  { name: 'html-200', upstream: 'Answers 200 with an HTML page.', answer: misbehavior.html200 },
  {
    name: 'wrong-shape',
    upstream: 'Answers 200 with {"count": 0, "results": []}, which is neither a list nor a state.',
    answer: () => json(200, { count: 0, results: [] }),
  },
  {
    name: 'redirect',
    upstream: 'Answers 302 to /_sandbox/redirected, which lists every client that follows.',
    answer: (_, context) => misbehavior.redirect(context),
  },
  {
    name: 'endless',
    upstream: 'Answers 200 with JSON that never ends, as fast as it is read.',
    answer: () => endless(() => Promise.resolve()),
  },
  {
    name: 'drip',
    upstream: 'Answers 200 with JSON that never ends, a few bytes each second.',
    answer: (_, { sleep, signal }) => endless(() => sleep(1_000, signal), 4),
  },
]

function endless(pause: () => Promise<void>, size = 65_536): Response {
  const spaces = new TextEncoder().encode(' '.repeat(size))
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode('[')),
    async pull(controller) {
      await pause()
      controller.enqueue(spaces)
    },
  })
  return new Response(body, { headers: { 'Content-Type': 'application/json' } })
}

export interface CivicBehavior {
  scenario?: CivicScenario | undefined
  only?: CivicPart | undefined
}

export function findCivicScenario({ scenario, only }: CivicBehavior, part: CivicPart, hasKey: boolean) {
  const applies = (only === undefined || only === part) && (hasKey || scenario?.withKeyOnly !== true)
  return applies ? scenario : undefined
}

/** @returns the behavior, or what is wrong with `body`, as a sentence */
export function parseCivicBehavior(body: unknown): CivicBehavior | string {
  const { scenario: name, only } = Object(body)
  const scenario = civicScenarios.find((candidate) => candidate.name === name)
  if (scenario === undefined)
    return `"scenario" must be one of ${civicScenarios.map((candidate) => candidate.name).join(', ')}.`
  const part = civicParts.find((candidate) => candidate === only)
  if (only !== undefined && part === undefined) return `"only" must be one of ${civicParts.join(', ')}, or left out.`
  return { scenario, only: part }
}

export function describeCivic({ scenario, only }: CivicBehavior) {
  return {
    scenario: scenario?.name ?? 'none',
    ...(only !== undefined && { only }),
    scenarios: civicScenarios.map(({ name, upstream }) => ({ name, upstream })),
  }
}
