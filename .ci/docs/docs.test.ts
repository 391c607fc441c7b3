/** The pages in `docs`: generated blocks are up to date, links are not broken, and every cited rule is defined. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { publicProps } from '../../src/form/widget/react/voter-registration.tsx'
import { definedRules, generators, unheldRules } from './generators.ts'
import { headingAnchor } from './heading-anchor.mjs'
import { fillBlocks } from './page-blocks.ts'
import { citedIn, ruleCitations } from './rule-citations.ts'
import { namedTests, ruleTests } from './rule-tests.ts'
import { tokenPicture } from './token-defaults.ts'

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

it('the React tables list the props that VoterRegistration accepts, and no others', () => {
  const tables = [
    ['docs/react.md', 'react-props'],
    ['docs/events.md', 'events'],
  ] as const
  const listed = tables.flatMap(([page, table]) => {
    const text = pages.find(({ file }) => file === page)?.text ?? ''
    const rows = new RegExp(`<!-- generated: ${table} -->([\\s\\S]*?)<!-- end -->`).exec(text)?.[1] ?? ''
    return [...rows.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name)
  })
  expect(listed).toHaveLength(new Set(listed).size)
  expect(new Set(listed)).toEqual(new Set(Object.keys(publicProps)))
})

it('the picture of the tokens is up to date, else: node .ci/write-docs.mjs', () => {
  expect(readFileSync(path.join(top, 'docs/tokens.svg'), 'utf8')).toBe(tokenPicture())
})

describe('the pages', () => {
  const docs = pages.filter(({ file }) => file.startsWith('docs/'))

  it('have one heading of the first level each', () => {
    const wrong = docs.filter(({ text }) => text.replaceAll(/^```[\s\S]*?^```$/gm, '').match(/^# /gm)?.length !== 1)
    expect(wrong.map(({ file }) => file)).toEqual([])
  })

  it('are all in the list of the first page, and nothing else is', () => {
    const first = docs.find(({ file }) => file === 'docs/README.md')?.text ?? ''
    const listed = [...first.matchAll(/^- \[.*?\]\((.*?)\): /gm)].map(([, file]) => `docs/${file}`)
    const written = docs.map(({ file }) => file).filter((file) => !/README|\/decisions\//.test(file))
    expect(listed.sort()).toEqual(written.sort())
  })

  it('say "clone" where they first send to what only the repository has', () => {
    const first = docs
      .filter(({ file }) => !/\/(evidence|decisions)\//.test(file))
      .flatMap(({ file, text }) => {
        const paragraphs = text.split(/\n\n(?!```)/)
        const said = paragraphs.find((part) => /npm start|localhost:4173|npm run (?:docs|pack|review)\b/.test(part))
        return said === undefined ? [] : [{ file, said }]
      })
    expect(first.length).toBeGreaterThan(5)
    expect(first.filter(({ said }) => !said.includes('clone'))).toEqual([])
  })

  it('have at most 41,500 words, without evidence and what is generated', () => {
    const written = docs
      .filter(({ file }) => !file.startsWith('docs/evidence/'))
      .map(({ text }) => text.replaceAll(/<!-- generated: [\s\S]*?<!-- end -->/g, ''))
    expect(written.join(' ').split(/\s+/).length).toBeLessThanOrEqual(41_500)
  })
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

/** Returns the anchors of a page's headings. */
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

  it('are held by a named test, each one, or a sentence says why not; never both', () => {
    const rules = definedRules().filter((rule) => !rule.startsWith('threat'))
    expect(rules.filter((rule) => rule.startsWith('R-'))).toHaveLength(155)
    const tests = ruleTests(top, rules)
    const unheld = unheldRules()
    expect(unheld.filter((rule) => !rules.includes(rule))).toEqual([])
    expect(rules.filter((rule) => !tests.has(rule) && !unheld.includes(rule))).toEqual([])
    expect(rules.filter((rule) => tests.has(rule) && unheld.includes(rule))).toEqual([])
  })

  it('belong to the innermost test that cites them', () => {
    const source = `
      // R-A01 is in no test.
      describe('a form (R-A02)', () => {
        // R-A03 is of the whole group.
        it.each([
          ['x'], // R-A04
        ])('is %s', () => { check('R-A05') })
        it(\`takes \${1} (R-A06)\`, () => {})
      })`
    const cited = namedTests('a.test.ts', source).map(({ title, text }) => [title, [...citedIn(text, [])]])
    expect(cited).toEqual([
      ['a form (R-A02)', ['R-A02', 'R-A03']],
      ['is %s', ['R-A04', 'R-A05']],
      ['takes … (R-A06)', ['R-A06']],
    ])
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
