/** Makes the documentation readable for programs: `llms.txt` (the index), `llms-full.txt` (all of it), and each page as
 *  Markdown below `/docs/`, in `dist` and in the demo. */
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'

const withoutMarkers = (text) => text.replaceAll(/<!--.*?-->\n?/g, '')
const contents = withoutMarkers(readFileSync('docs/README.md', 'utf8'))
const [, intro] = /^# .*\n\n([\s\S]*?)\n\n## /m.exec(contents) ?? []
if (intro === undefined) throw new Error('docs/README.md has no introduction before its first group.')
const summary = intro.split('New here?')[0].replaceAll('\n', ' ').trim()
const groups = contents.slice(contents.indexOf('\n## ') + 1).replaceAll(/\]\((?!https?:)([^)]+)\)/g, '](/docs/$1)')
const list = `# voter-registration\n\n> ${summary}\n\nEverything in one file: [llms-full.txt](/llms-full.txt)\n\n${groups}`

const order = [...contents.matchAll(/^- \[.*?\]\((.*?\.md)\)/gm)].map(([, file]) => file)
const rest = readdirSync('docs', { recursive: true })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.md') && file !== 'README.md' && !order.includes(file))
const pages = ['../README.md', ...order, ...rest.sort((one, other) => one.localeCompare(other))].map((file) =>
  withoutMarkers(readFileSync(`docs/${file}`, 'utf8')),
)

for (const folder of ['dist', 'dist/demo']) {
  mkdirSync(folder, { recursive: true })
  writeFileSync(`${folder}/llms.txt`, list)
  writeFileSync(`${folder}/llms-full.txt`, pages.join('\n\n---\n\n'))
}
cpSync('docs', 'dist/demo/docs', { recursive: true, filter: (from) => !/\.\w+$/.test(from) || from.endsWith('.md') })
