/** Misbehavior of the Civic API on demand: `PUT /_sandbox/civic` with `{"scenario": "…"}`, until `DELETE`. This table is
 *  the whole list; `GET /_sandbox/civic` returns it. */
import { wrongSecret } from './basic-auth.ts'
import { misbehavior, type Stage } from './scenario.ts'
import { detail, json, serverError } from './service-answers.ts'

/** The three kinds of data (R-C05, R-C14, R-C23): a scenario may apply to one of them alone. */
export const civicParts = ['fields', 'state', 'overrides'] as const
export type CivicPart = (typeof civicParts)[number]

/** One kind of misbehavior. */
export interface CivicScenario {
  name: string
  /** What the service does. */
  upstream: string
  /** Returns the response, made from the usual one, which is JSON text. */
  answer: (text: string, stage: Stage) => Response | Promise<Response>
  /** Applies only if a key is required: the open endpoint responds as usual. */
  withKeyOnly?: true
}

/** The table. */
export const civicScenarios: readonly CivicScenario[] = [
  { name: 'down', upstream: 'Cuts every connection.', answer: misbehavior.reset },
  { name: 'slow', upstream: 'Answers after 3 seconds.', answer: misbehavior.slow },
  { name: 'hang', upstream: 'Answers nothing for 2 minutes.', answer: misbehavior.hang },
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
  { name: 'bad-json', upstream: 'Answers 200; its JSON is cut in the middle.', answer: misbehavior.badJson },
  { name: 'html-200', upstream: 'Answers 200 with an HTML page.', answer: misbehavior.html200 },
  {
    name: 'wrong-shape',
    upstream: 'Answers 200 with {"count": 0, "results": []}, which is neither a list nor a state.',
    answer: () => json(200, { count: 0, results: [] }),
  },
  {
    name: 'redirect',
    upstream: 'Answers 302 to /_sandbox/redirected, which lists every client that follows.',
    answer: (_, stage) => misbehavior.redirect(stage),
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

/** The current behavior of the Civic API. */
export class CivicBehavior {
  #scenario: CivicScenario | undefined
  #only: CivicPart | undefined

  /** Returns the scenario for a part, if any. */
  on(part: CivicPart, hasKey: boolean): CivicScenario | undefined {
    if (this.#only !== undefined && this.#only !== part) return undefined
    return this.#scenario?.withKeyOnly === true && !hasKey ? undefined : this.#scenario
  }

  /**
   * Changes the behavior.
   *
   * @param body `{"scenario": "slow"}`, with `"only": "overrides"` for one part alone
   * @returns what is wrong with `body`, as a sentence; `undefined` when the change is in effect
   */
  change(body: unknown): string | undefined {
    const requested = new Map<string, unknown>(typeof body === 'object' && body !== null ? Object.entries(body) : [])
    const only = requested.get('only')
    const found = civicScenarios.find(({ name }) => name === requested.get('scenario'))
    if (found === undefined) return `"scenario" must be one of ${civicScenarios.map(({ name }) => name).join(', ')}.`
    const part = civicParts.find((name) => name === only)
    if (only !== undefined && part === undefined) return `"only" must be one of ${civicParts.join(', ')}, or left out.`
    this.#scenario = found
    this.#only = part
    return undefined
  }

  /** Restores the usual behavior. */
  reset(): void {
    this.#scenario = undefined
    this.#only = undefined
  }

  /** The response of `GET /_sandbox/civic`. */
  describe() {
    return {
      scenario: this.#scenario?.name ?? 'none',
      ...(this.#only !== undefined && { only: this.#only }),
      scenarios: civicScenarios.map(({ name, upstream }) => ({ name, upstream })),
    }
  }
}
