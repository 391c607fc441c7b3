/** Finds texts on which a pattern's time grows faster than their length. */
import { lettersOf, type Part, partsOf, setsIn } from './pattern-parts.ts'

/** A text of any length: `begin`, then `again` as often as wanted, then `end`. */
interface GrowingText {
  begin: string
  again: string
  end: string
}

/** Repetitions of fewer characters than these cost a constant. */
const short = 16

/**
 * Returns the texts on which a backtracking engine might work hard: every way into a repetition, what the repetition and what
 * is around it match, again and again, and an end at which the match fails. Empty when nothing repeats.
 */
function growingTexts(source: string, flags: string): GrowingText[] {
  const whole = partsOf(source)
  const { letters, isIn } = lettersOf(whole, flags)
  const sample = (part: Part, more: number): string => {
    if (part.type === 'set') return letters.find((letter) => isIn(letter, part.source)) ?? ''
    if (part.type === 'empty') return ''
    if (part.type === 'many') return sample(part.part, more).repeat(Math.max(part.min, Math.min(part.max, more)))
    return part.type === 'any'
      ? sample(part.parts[0] ?? part, more)
      : part.parts.map((one) => sample(one, more)).join('')
  }
  const ways = new Map<string, Set<string>>()
  const add = (begin: string, again: string) => {
    if (again !== '') ways.set(begin, (ways.get(begin) ?? new Set()).add(again))
  }
  /** Collects the repetitions in a part, with what leads there. */
  const walk = (part: Part, begins: readonly string[], after: readonly Part[]): void => {
    if (part.type === 'any') for (const one of part.parts) walk(one, begins, after)
    if (part.type === 'all') {
      part.parts.forEach((one, index) => {
        const before: Part = { type: 'all', parts: part.parts.slice(0, index) }
        const led = begins.flatMap((begin) => [begin + sample(before, 0), begin + sample(before, 1)])
        walk(one, [...new Set(led)], [...part.parts.slice(index + 1), ...after])
      })
    }
    if (part.type !== 'many') return
    walk(part.part, begins, after)
    if (part.max - part.min < short) return
    const options = part.part.type === 'any' ? part.part.parts : [part.part]
    const inside = options.flatMap((one) => [sample(one, 0), sample(one, 1), sample(one, 2)])
    const following = [1, 2, 3, 4].map((count) => sample({ type: 'all', parts: [part, ...after.slice(0, count)] }, 1))
    const agains = new Set([...letters, ...inside, inside.join(''), ...following])
    for (const begin of begins) for (const again of agains) add(begin, again)
  }
  walk(whole, [''], [])
  if (ways.size === 0) return []
  // An alternative may begin to work only behind something else: `/^ +| +$/` is fast on spaces alone.
  const sets = setsIn(whole)
  const other = letters.find((letter) => sets.every((set) => !isIn(letter, set))) ?? letters[0] ?? ''
  for (const again of ways.get('') ?? []) if (whole.type === 'any' && again.length === 1) add(other, again)
  // A pattern without `^` starts anew at every position: also at every beginning of itself.
  const first = whole.type === 'any' ? whole.parts : [whole]
  for (const one of first) {
    const parts = one.type === 'all' ? one.parts : [one]
    for (let count = 1; count <= parts.length; count++) {
      for (const more of [0, 1]) add('', sample({ type: 'all', parts: parts.slice(0, count) }, more))
    }
  }
  const around = letters.length <= 6 ? letters.flatMap((one) => letters.map((inner) => one + inner + one)) : []
  const ends = ['', ...letters, ...around, ...letters.flatMap((letter) => [`${letter}\n`, `${letter}\t${letter}`])]
  return [...ways].flatMap(([begin, agains]) =>
    [...agains].flatMap((again) => ends.map((end) => ({ begin, again, end }))),
  )
}

/** Returns a text of about this many characters. */
function textOf({ begin, again, end }: GrowingText, length: number): string {
  return begin + again.repeat(Math.max(1, Math.round((length - begin.length) / again.length))) + end
}

/** Runs a pattern as its callers do: over the whole text if it is global, else up to its first match. */
function run(pattern: RegExp, text: string): number {
  const begin = performance.now()
  if (pattern.global) text.replace(pattern, '')
  else pattern.test(text)
  return performance.now() - begin
}

function fastest(pattern: RegExp, text: string): number {
  return Math.min(run(pattern, text), run(pattern, text), run(pattern, text))
}

/** Milliseconds above which a text of at most {@link longest} characters is measured closely: twenty times what most linear
 *  patterns need for it. */
const suspicious = 0.2
const longest = 2048

/** Growth above which a pattern is not linear: four times the text takes a quadratic one 16 times as long. */
const mostGrowth = 8

/** A text on which a pattern works harder than its length, and how many times as long it takes for four times the text. */
export interface HardText extends GrowingText {
  growth: number
}

/**
 * Looks for a text on which a pattern works harder than its length.
 *
 * @returns `undefined` when the pattern is linear on all of {@link growingTexts}
 */
export function hardTextFor(pattern: RegExp): HardText | undefined {
  for (const growing of growingTexts(pattern.source, pattern.flags)) {
    const from = suspiciousLength(pattern, growing)
    if (from === undefined) continue
    // Another program may have had the processor: only what is slow each time is slow.
    let growth = growthFrom(pattern, growing, from)
    for (let again = 0; again < 4 && growth > mostGrowth; again++) {
      growth = Math.min(growth, growthFrom(pattern, growing, from))
    }
    if (growth > mostGrowth) return { ...growing, growth }
  }
  return undefined
}

/** The length at which a pattern takes longer than a linear one may; `undefined` when it never does. */
function suspiciousLength(pattern: RegExp, growing: GrowingText): number | undefined {
  let length = growing.begin.length + 4 * growing.again.length
  while (length < longest) {
    const text = textOf(growing, length)
    if (run(pattern, text) > suspicious && fastest(pattern, text) > suspicious) return length
    // In small steps at first: exponential time doubles with each repetition.
    length = Math.ceil(length * (length < 40 * growing.again.length ? 1.2 : 2))
  }
  return fastest(pattern, textOf(growing, longest)) > suspicious ? longest : undefined
}

/** How many times as long a pattern takes for four times the text. The longest text takes at least 5 ms, so that the clock and
 *  the collection of garbage do not matter. */
function growthFrom(pattern: RegExp, growing: GrowingText, from: number): number {
  let length = from
  while (run(pattern, textOf(growing, length)) < 5) length = Math.ceil(length * (length < 200 ? 1.1 : 1.5))
  const long = fastest(pattern, textOf(growing, length))
  return long / fastest(pattern, textOf(growing, length / 4))
}
