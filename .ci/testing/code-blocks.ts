import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

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

/** Returns the text of every source file below a folder, without tests. */
export function sourceText(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(
      (file) =>
        /\.(tsx?|mjs|ya?ml|sql|service)$|Dockerfile$/.test(file) && !/\.test\.|node_modules|\/dist\//.test(file),
    )
    .map((file) => readFileSync(path.join(folder, file), 'utf8'))
    .join('\n')
}
