/** Blocks of the documentation's pages: code, and what is generated. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** A generator of one block: returns its Markdown. */
export type Generator = () => string | Promise<string>

const block = /<!-- generated: ([\w-]+) -->\n[\s\S]*?<!-- end -->/g

/** Fills the generated blocks of a page: the text between `<!-- generated: name -->` and `<!-- end -->`. */
export async function fillBlocks(page: string, generators: Readonly<Record<string, Generator>>): Promise<string> {
  const texts = new Map<string, string>()
  for (const [, name = ''] of page.matchAll(block)) {
    const generator = Object.hasOwn(generators, name) ? generators[name] : undefined
    if (generator === undefined) throw new Error(`Nothing generates "${name}".`)
    texts.set(name, await generator())
  }
  return page.replaceAll(block, (_, name: string) => `<!-- generated: ${name} -->\n${texts.get(name)}\n<!-- end -->`)
}

/** Returns a text as code in Markdown. */
export const code = (text: string) => `\`${text}\``

/** Returns a Markdown table. */
export function markdownTable(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  return [tableLine(heads), `|${'---|'.repeat(heads.length)}`, ...rows.map(tableLine)].join('\n')
}

const tableLine = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`

/** A fenced code block of the documentation. */
export interface CodeBlock {
  /** Its path, for example `docs/react.md`. */
  file: string
  /** Line number of its fence, from 1. */
  line: number
  /** The info string after the fence; empty when there is none. */
  language: string
  text: string
}

/** Returns the README and all pages below `docs`. */
export function documentationFiles(top: string): string[] {
  const pages = readdirSync(path.join(top, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file.split(path.sep).join('/')}`)
  const packages = ['form', 'server', 'monitor', 'sandbox', 'civic'].map((name) => `src/${name}/README.md`)
  return ['README.md', 'src/README.md', ...packages, ...pages.sort()]
}

/** Returns every code block of the documentation, in order. */
export function codeBlocks(top: string): CodeBlock[] {
  return documentationFiles(top).flatMap((file) => {
    const page = readFileSync(path.join(top, file), 'utf8')
    return [...page.matchAll(/^```([\w-]*)\n([\s\S]*?)^```$/gm)].map(({ index, 1: language = '', 2: text = '' }) => ({
      file,
      line: page.slice(0, index).split('\n').length,
      language,
      text,
    }))
  })
}
