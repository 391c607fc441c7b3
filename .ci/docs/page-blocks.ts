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
