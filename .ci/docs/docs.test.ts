/** The pages in `docs`: what is generated is up to date, links lead somewhere, and every rule that is cited is defined. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { headingAnchor } from '../../demo/docs/heading-anchor.ts'
import { definedRules, generators } from './generators.ts'
import { fillBlocks } from './page-blocks.ts'
import { citedIn, ruleCitations } from './rule-citations.ts'

const top = fileURLToPath(new URL('../..', import.meta.url))

const pages = ['README.md', 'CHANGELOG.md', 'src/README.md']
  .concat(
    ['docs', '.github'].flatMap((folder) =>
      readdirSync(path.join(top, folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.md'))
        .map((file) => `${folder}/${file}`),
    ),
  )
  .map((file) => ({ file, text: readFileSync(path.join(top, file), 'utf8') }))

describe('what is generated', () => {
  it.each(pages.filter(({ text }) => text.includes('<!-- generated:')))(
    'is up to date in $file, else: node .ci/write-docs.mjs',
    async ({ text }) => {
      expect(await fillBlocks(text, generators)).toBe(text)
    },
  )
})

describe('links', () => {
  it.each(pages)('of $file lead to files and headings that there are', ({ file, text }) => {
    const prose = text.replaceAll(/^( *)(```|~~~)[\s\S]*?^\1\2$/gm, '').replaceAll(/`[^`\n]*`/g, '')
    const targets = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target)
    const broken = targets.filter((target) => {
      if (/^(https?:|mailto:)/.test(target)) return false
      const [to = '', heading] = target.split('#')
      const place = to === '' ? path.join(top, file) : path.join(top, path.dirname(file), to)
      return !existsSync(place) || (heading !== undefined && !headingsOf(readFileSync(place, 'utf8')).has(heading))
    })
    expect(broken).toEqual([])
  })
})

/** The anchors of a page's headings. */
function headingsOf(text: string): Set<string> {
  return new Set([...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => headingAnchor(heading)))
}

describe('rules', () => {
  it('are defined once each, every one that is cited', () => {
    const defined = definedRules()
    expect(defined.filter((rule, place) => defined.indexOf(rule) !== place)).toEqual([])
    const undefinedRules = [...ruleCitations(top, defined)].filter(([rule]) => !defined.includes(rule))
    expect(undefinedRules.map(([rule, files]) => `${rule} in ${[...files].join(', ')}`)).toEqual([])
  })

  it('are found in texts one by one and as ranges', () => {
    const text = 'see R-A19 to R-A21, X7, B.2.14 and threats 4, 5 and 44; U+D800, X509 and B.25 are none'
    expect([...citedIn(text, ['R-A19', 'R-A20', 'R-A21', 'R-A22'])]).toEqual([
      'R-A19',
      'R-A21',
      'X7',
      'B.2.14',
      'R-A20',
      'threat 4',
      'threat 5',
      'threat 44',
    ])
  })
})
