/** Every regular expression takes time in proportion to the text, whatever a visitor, an operator or a monitored site sends.
 *  New patterns are found by themselves. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'vite'
import { describe, expect, it, vi } from 'vitest'
import { regexes } from 'zod/mini'
import { hardTextFor } from './testing/hard-texts.ts'

const src = path.join(import.meta.dirname, '../src')

/** Our own code, without tests and what only they use. */
const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll(path.sep, '/'))
  .filter((file) => /\.[cm]?[jt]sx?$/.test(file) && !/\.test\.|\.d\.ts$|\.examples\.|\/(testing|dist)\//.test(file))

/** The file that builds a pattern out of words, as it is loaded. */
const builder = 'contract/civic-data/deadline.ts'

interface Found {
  /** Patterns, each with the file that it is in. */
  patterns: Map<string, { file: string; pattern: RegExp }>
  /** Files that call `RegExp`. */
  builders: Set<string>
}

/** What this test reads of a node of a syntax tree. */
interface TreeNode {
  type?: unknown
  regex?: { pattern: string; flags: string } | null
  callee?: { name?: unknown }
  object?: { name?: unknown }
  property?: { name?: unknown }
}

const isNode = (value: unknown): value is TreeNode => typeof value === 'object' && value !== null

/** Collects the patterns below a node: literals, and those of the library that we use. */
function collect(node: unknown, file: string, found: Found): void {
  if (!isNode(node)) return
  const { regex, callee, object, property } = node
  const add = (pattern: RegExp) => found.patterns.set(String(pattern), { file, pattern })
  if (node.type === 'Literal' && regex) add(new RegExp(regex.pattern, regex.flags))
  if (callee?.name === 'RegExp') found.builders.add(file)
  if (node.type === 'MemberExpression' && object?.name === 'regexes') {
    const [, pattern] = Object.entries(regexes).find(([name]) => name === property?.name) ?? []
    if (!(pattern instanceof RegExp))
      throw new Error(`${file}: regexes.${String(property?.name)} is not found by this test.`)
    add(pattern)
  }
  for (const inside of Object.values(node)) collect(inside, file, found)
}

function findPatterns(): Found {
  const found: Found = { patterns: new Map(), builders: new Set() }
  for (const file of files) {
    const { program, errors } = parseSync(file, readFileSync(path.join(src, file), 'utf8'))
    if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`)
    collect(program, file, found)
  }
  return found
}

/** Returns the patterns that are built while the builder loads. */
async function builtPatterns(): Promise<RegExp[]> {
  const built: RegExp[] = []
  class Recorded extends RegExp {
    constructor(pattern: string | RegExp, flags?: string) {
      super(pattern, flags)
      built.push(this)
    }
  }
  vi.stubGlobal('RegExp', Recorded)
  await import('../src/contract/civic-data/deadline.ts')
  vi.unstubAllGlobals()
  return built.map(({ source, flags }) => new RegExp(source, flags))
}

describe('a regular expression', () => {
  it('takes four times as long for four times the text, wherever it is', { timeout: 120_000 }, async () => {
    const { patterns, builders } = findPatterns()
    expect(patterns.size).toBeGreaterThan(250)
    // A pattern that is built when a text arrives is not found here: write it as a literal.
    expect([...builders]).toEqual([builder])
    const built = await builtPatterns()
    expect(built.map(({ source }) => source)).toContainEqual(expect.stringContaining('(?<counts>postmarked|'))
    const all = [...patterns.values(), ...built.map((pattern) => ({ file: builder, pattern }))]
    const slow = all.flatMap(({ file, pattern }) => {
      const hard = hardTextFor(pattern)
      return hard === undefined ? [] : [{ file, pattern, hard }]
    })
    expect(slow).toEqual([])
  })

  it('is found when it works harder than its length', () => {
    // Each was in this code, or is the textbook's.
    const slow = [
      /\d.*?(ext|x|#|;)\D*\d+\D*$/i,
      /^\uFEFF?\s*(<\?xml[^>]*\?>\s*)?(<!--[\s\S]*?-->\s*)*<svg[\s>]/,
      /\b(href|src)\s*=\s*["']?\s*(?!["']?\s*#)[^\s"'>]/i,
      /url\(\s*["']?\s*(?!["']?\s*#)/i,
      /\+.*$/,
      /\/+$/,
      /%.*$/,
      /\s*;\s*/,
      /^\s+|\s+$/g,
      /^([A-Z]{2})\b[\s:,–-]*(.*)$/,
      /"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{},:]|[^\s"[\]{},:]+/g,
      /"(?:[^"\\]|\\.)*"|\s+/gs,
      /(?:"([^"]*(?:""[^"]*)*)(?:"|$)|([^",\r\n][^,\r\n]*|))(,|\r?\n|\r|$)/g,
      /[A-Za-z0-9]+(?:-+[A-Za-z0-9]+)+/g,
      /(--vr-[\w-]+)\s*:/g,
      /\S+@\S+|[\d.,]*\d/g,
      /[.!?:;…]+(?:\s|$)/,
      /^([a-z]+:\/*)?[^@?#]*[.:/][^@?#]*$/i,
      /^((?:[A-Za-z0-9+/]{4})*)([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?(.*)$/,
      /\s*(?:;ext=|,|x|ext\.?|extension|#)\s*\d{1,7}#?$/i,
      /^\+?[\d(].*(?:[A-Za-z].*){3}$/,
      /(?!\p{ASCII})[\p{L}\p{M}\p{N}](?=[^@]*$)/gu,
      /^mailto:[^\s:/\\]+@[^\s:/\\]+$/i,
      /^\s*charset\s*=\s*"?([^"\s]*)"?\s*$/,
      /(a+)+$/,
      /^(a|aa)+$/,
      /^(?:\w+\s?)*$/,
      /(.*)*x/,
    ]
    expect(slow.filter((pattern) => hardTextFor(pattern) === undefined)).toEqual([])
  })

  it('is not found when it is as fast as its length', () => {
    const fast = [/a+/g, /^\d+$/, /\s+/g, /[.,]\d{1,300}x/, /"[^"]*"?/g, /^(?:[a-z]+-)*[a-z]+$/]
    expect(fast.flatMap((pattern) => hardTextFor(pattern) ?? [])).toEqual([])
  })
})
