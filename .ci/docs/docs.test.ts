/** The pages in `docs`: generated blocks are up to date, links are not broken, and each alert is in the runbook. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { publicProps } from '../../src/form/widget/react/voter-registration.tsx'
import { generators } from './generators.ts'
import { headingAnchor } from './heading-anchor.mjs'
import { fillBlocks } from './page-blocks.ts'
import { typeReference } from './type-reference.ts'

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

it.each(pages.filter(({ text }) => text.includes('<!-- generated:')))(
  'generated parts of $file are up to date, else: node .ci/write-docs.mjs',
  async ({ text }) => {
    expect(await fillBlocks(text, generators)).toBe(text)
  },
)

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

describe('the pages', () => {
  const docs = pages.filter(({ file }) => file.startsWith('docs/'))

  it('are all in the list of the first page, and nothing else is', () => {
    const first = docs.find(({ file }) => file === 'docs/README.md')?.text ?? ''
    const listed = [...first.matchAll(/^- \[.*?\]\((.*?)\): /gm)].map(([, file]) => `docs/${file}`)
    const written = docs.map(({ file }) => file).filter((file) => !file.endsWith('README.md'))
    expect(listed.sort()).toEqual(written.sort())
  })
})

describe('the page of types', () => {
  it('has a heading for each exported type, once', () => {
    const headings = [...typeReference().matchAll(/^## (\w+)$/gm)].map(([, name]) => name)
    expect(headings).toEqual(expect.arrayContaining(['Appearance', 'Diagnosis', 'StateFactsOptions']))
    expect(headings).toHaveLength(new Set(headings).size)
  })

  it('lists every value, also of computed types', () => {
    const page = typeReference()
    for (const value of ['`TN`', '`zh-Hant`', '`zipcode`', '`Mx`', '`upstream_busy`']) expect(page).toContain(value)
    for (const row of ['| `form.heading` | Register to vote |', '| `months.11` | December |', '| `facts.failed` | '])
      expect(page).toContain(row)
  })
})

it('every alert has its section in the runbook, and there are no others', () => {
  const alerts = [
    ...readFileSync(path.join(top, 'src/server/observability/alerts.yml'), 'utf8').matchAll(/- alert: (\w+)/g),
  ].map(([, name]) => name)
  const [, section = ''] = (pages.find(({ file }) => file === 'docs/runbook.md')?.text ?? '').split(/^## Alerts$/m)
  const described = [...(section.split(/^## /m)[0] ?? '').matchAll(/^### (\w+)$/gm)].map(([, name]) => name)
  expect(alerts.length).toBeGreaterThan(2)
  expect(new Set(described)).toEqual(new Set(alerts))
})

it.each(pages)('links of $file point to existing files and headings', ({ file, text }) => {
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

/** Returns the anchors of a page's headings. */
function headingsOf(text: string): Set<string> {
  return new Set([...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => headingAnchor(heading)))
}
