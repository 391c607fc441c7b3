/** The result of a request to the BFF, in a few words: for the scenario table and the log. */
import { bffPaths } from 'voter-registration/contract'
import type { Exchange } from '../exchange.ts'
import { scenarioOf } from './people.ts'

/** A request's result; `scenario` is the one that the voter's e-mail address selects, absent for other requests. */
export interface Result {
  scenario?: string
  good: boolean
  words: string
}

/** Results of this session by scenario, and the scenario of the latest registration, to which its presses belong. */
export interface Seen {
  latest: string
  results: Readonly<Record<string, Pick<Result, 'good' | 'words'>>>
}

/** Adds a result: a registration's replaces an older one, a press's is added to its registration's. */
export function withResult({ latest, results }: Seen, { scenario, good, words }: Result): Seen {
  if (scenario !== undefined) return { latest: scenario, results: { ...results, [scenario]: { good, words } } }
  const before = results[latest]
  if (before === undefined) return { latest, results }
  return {
    latest,
    results: { ...results, [latest]: { good: before.good && good, words: `${before.words}; press ${words}` } },
  }
}

/** Returns the result of an exchange between form and BFF. It contains no typed values. */
export function resultOf({ url, body, answer }: Exchange): Result {
  const about = new URL(url).pathname.endsWith(bffPaths.registrations)
    ? { scenario: scenarioOf(text(field(json(body), 'email'))) }
    : {}
  if (answer.kind === 'none') return { ...about, good: false, words: `no answer: ${answer.because}` }
  const said = json(answer.body)
  const good = answer.status < 400
  if (good) {
    const buttons = field(said, 'buttons')
    const count = Array.isArray(buttons) ? `, ${buttons.length} button${buttons.length === 1 ? '' : 's'}` : ''
    return { ...about, good, words: `${answer.status}${count}` }
  }
  const code = field(said, 'code')
  const outcome = field(said, 'outcome')
  const detail = field(said, 'detail')
  const words =
    typeof code === 'string'
      ? [code, outcome, detail]
          .filter((part) => typeof part === 'string')
          .map((part, place) => (place === 1 ? part.replaceAll('_', ' ') : part))
          .join(': ')
      : reasonsIn(said)
  return { ...about, good, words: `${answer.status} ${words}` }
}

/** Returns the service's errors by field, without the typed values that it quotes. */
function reasonsIn(said: unknown): string {
  const errors = Object.entries(isObject(said) ? said : {})
  if (errors.length === 0) return 'refused without a reason'
  return errors
    .map(
      ([name, reasons]) =>
        `${name}: ${[reasons]
          .flat()
          .join(' ')
          .replaceAll(/"[^"]*"/g, '…')}`,
    )
    .join('; ')
}

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const field = (value: unknown, key: string): unknown => (isObject(value) ? value[key] : undefined)

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
