import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type ESTree, parseSync, Visitor } from 'vite'
import { citedIn, citingFiles } from './rule-citations.ts'

/**
 * Returns the titles of the tests that cover each rule, by file: those whose title or body cites its id. A citation outside
 * tests, as in a file's first comment, does not count. A template's placeholder in a title is “…”.
 *
 * @param defined the ids that exist: a range cites those in it
 */
export function ruleTests(top: string, defined: readonly string[]): Map<string, Map<string, string[]>> {
  const held = new Map<string, Map<string, string[]>>()
  for (const file of citingFiles(top).filter((name) => /\.(test|spec)\.tsx?$/.test(name))) {
    const source = readFileSync(path.join(top, file), 'utf8')
    if (citedIn(source, defined).size === 0) continue
    for (const { title, text } of namedTests(file, source)) {
      for (const rule of citedIn(text, defined)) {
        const files = held.get(rule) ?? new Map<string, string[]>()
        held.set(rule, files.set(file, [...(files.get(file) ?? []), title]))
      }
    }
  }
  return held
}

/**
 * Returns the tests and groups of a test file in order: the title, and the source without the tests inside.
 *
 * @throws Error when the file cannot be parsed
 */
export function namedTests(file: string, source: string): { title: string; text: string }[] {
  const { program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}.`)
  const calls: { title: string; start: number; end: number }[] = []
  const visitor = new Visitor({
    CallExpression({ callee, arguments: [first], start, end }) {
      const title = first === undefined ? undefined : literalText(first)
      if (title !== undefined && /^(it|test|describe)$/.test(calledName(callee))) calls.push({ title, start, end })
    },
  })
  visitor.visit(program)
  return calls.map(({ title, start, end }) => {
    const inside = calls.filter((other) => other.start > start && other.end < end)
    return { title, text: withoutSpans(source, start, end, inside) }
  })
}

/** Returns the source from start to end without the spans, which are in order and may be nested. */
function withoutSpans(source: string, start: number, end: number, spans: readonly { start: number; end: number }[]) {
  const parts: string[] = []
  let at = start
  for (const span of spans) {
    if (span.start < at) continue
    parts.push(source.slice(at, span.start))
    at = span.end
  }
  return [...parts, source.slice(at, end)].join('\n')
}

/** Returns the first name of the called expression: `it` for `it.each(rows)`. */
function calledName(callee: ESTree.Expression): string {
  if (callee.type === 'Identifier') return callee.name
  if (callee.type === 'CallExpression') return calledName(callee.callee)
  return callee.type === 'MemberExpression' ? calledName(callee.object) : ''
}

function literalText(node: ESTree.Argument): string | undefined {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined
  if (node.type !== 'TemplateLiteral') return undefined
  return node.quasis.map(({ value }) => value.cooked ?? value.raw).join('…')
}
