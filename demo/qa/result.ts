/** The result of a request to the BFF, in a few words: for the scenario table and the log. */
import { bffPaths } from 'voter-registration/contract'
import type { Exchange } from '../exchange.ts'
import { findScenario } from './people.ts'

/** A request's result; `scenario` is the one that the voter's e-mail address selects, absent for other requests. */
export interface Result {
  scenario?: string
  good: boolean
  words: string
}

/** Results of this session by scenario, and the scenario of the latest registration, to which its presses belong. */
export interface SessionResults {
  latest: string
  results: Readonly<Record<string, Pick<Result, 'good' | 'words'>>>
}

/** Adds a result: a registration's replaces an older one, a press's is added to its registration's. */
export function addResult({ latest, results }: SessionResults, { scenario, good, words }: Result): SessionResults {
  if (scenario !== undefined) return { latest: scenario, results: { ...results, [scenario]: { good, words } } }
  const previous = results[latest]
  if (previous === undefined) return { latest, results }
  return {
    latest,
    results: { ...results, [latest]: { good: previous.good && good, words: `${previous.words}; press ${words}` } },
  }
}

/** Returns the result of an exchange between form and BFF. It contains no typed values. */
export function getResult({ url, body, answer }: Exchange): Result {
  const base = new URL(url).pathname.endsWith(bffPaths.registrations)
    ? { scenario: findScenario(text(field(json(body), 'email'))) }
    : {}
  if (answer.kind === 'none') return { ...base, good: false, words: `no answer: ${answer.reason}` }
  const response = json(answer.body)
  const good = answer.status < 400
  if (good) {
    const buttons = field(response, 'buttons')
    const count = Array.isArray(buttons) ? `, ${buttons.length} button${buttons.length === 1 ? '' : 's'}` : ''
    return { ...base, good, words: `${answer.status}${count}` }
  }
  const code = field(response, 'code')
  const outcome = field(response, 'outcome')
  const detail = field(response, 'detail')
  const words =
    typeof code === 'string'
      ? [code, outcome, detail]
          .filter((part) => typeof part === 'string')
          .map((part, place) => (place === 1 ? part.replaceAll('_', ' ') : part))
          .join(': ')
      : formatReasons(response)
  return { ...base, good, words: `${answer.status} ${words}` }
}

/** Returns the service's errors by field, without the typed values that it quotes. */
function formatReasons(response: unknown): string {
  const errors = Object.entries(isObject(response) ? response : {})
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
