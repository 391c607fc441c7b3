/**
 * Completes the compiled packages: adds to `dist` in each package's folder the files that are not code, and beside it the license,
 * the change log and the documentation. The server's has the WordPress plugin, which is also `dist/voter-registration-wordpress-<version>.zip`.
 */
import { execSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { documentOptions } from './pack-options.mjs'
import { packageFolders } from './packages.mjs'
import { tagTypes } from './tag-types.mjs'
import { buildPlugin, zipFolder } from './wordpress.mjs'

/** What an operator gets besides the programs: files for Grafana, Prometheus, systemd, Docker and PostgreSQL. */
const operations = [
  'observability/grafana-dashboard.json',
  'observability/alerts.yml',
  'deploy/voter-registration.service',
  'deploy/Dockerfile',
  'deploy/compose.yaml',
  'deploy/roles.sql',
  'deploy/passwords.sql',
]

/** What `init` copies: the examples that browsers have tried. */
const examples = ['next', 'express', 'vite-react', 'vue', 'svelte', 'astro', 'plain-html']

/** The pages of the tools; the form and the server have all. */
const toolPages = {
  'src/civic': ['cli.md', 'state-facts.md'],
  'src/monitor': ['monitor.md'],
  'src/sandbox': ['sandbox.md'],
}

const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
const [form, server, elements] = ['src/form/dist', 'src/server/dist', 'src/form/element/custom-elements.json']

for (const folder of Object.values(packageFolders)) {
  for (const file of ['LICENSE', 'CHANGELOG.md']) cpSync(file, path.join(folder, file))
  copyDocs(path.join(folder, 'docs'), toolPages[folder])
}
cpSync('dist/styles.css', path.join(form, 'styles.css'))
cpSync(elements, path.join(form, 'custom-elements.json'))
// The elements' doors are bundled with React: the compiler's output of them would import the page’s.
for (const door of ['element', 'element-class', 'state-facts'])
  rmSync(path.join(form, 'form', `${door}.js`), { force: true })
for (const file of readdirSync(path.join(form, 'form/element')))
  if (file.endsWith('.js')) rmSync(path.join(form, 'form/element', file))
// TypeScript 6 checks imports for their side effects too, and knows nothing of style sheets without a bundler's types.
writeFileSync(path.join(form, 'styles.css.d.ts'), '/** The style sheet: importing it has no value. */\nexport {}\n')
mkdirSync(path.join(form, 'types'), { recursive: true })
for (const [file, text] of Object.entries(tagTypes(JSON.parse(readFileSync(elements, 'utf8')))))
  writeFileSync(path.join(form, 'types', file), text)
cpSync(`dist/element/${version}`, path.join(form, 'element', version), { recursive: true })
for (const name of examples)
  cpSync(`demo/examples/${name}`, path.join(server, 'examples', name), {
    recursive: true,
    filter: (file) => !/(package|tsconfig)\.json$/.test(file),
  })
for (const file of operations) cpSync(`src/server/${file}`, path.join(server, 'operations', path.basename(file)))
const plugin = path.join(server, 'wordpress/voter-registration')
buildPlugin(plugin, { version, element: `dist/element/${version}` })
writeFileSync(`dist/voter-registration-wordpress-${version}.zip`, zipFolder(plugin, 'voter-registration'))
await documentOptions()
// The commands' names: npm links only those whose files it finds, and after `npm ci` in a new clone there are none.
execSync(`npm rebuild --ignore-scripts --no-audit --no-fund ${Object.keys(packageFolders).join(' ')}`, {
  stdio: 'inherit',
})
/** Copies the documentation but its evidence. Links to what the package does not have become text. */
function copyDocs(to, pages) {
  rmSync(to, { recursive: true, force: true })
  mkdirSync(to, { recursive: true })
  const all = readdirSync('docs', { recursive: true }).filter((file) => /^(?!evidence).*\.md$/.test(file))
  const copied = pages ?? all
  for (const page of copied) {
    const text = readFileSync(path.join('docs', page), 'utf8')
    mkdirSync(path.dirname(path.join(to, page)), { recursive: true })
    const withKnownLinks = text.replaceAll(/\[([^\]]*)\]\(([^):#]+)(?:#[^)]*)?\)/g, (link, label, target) =>
      copied.includes(path.join(path.dirname(page), target)) ? link : label,
    )
    writeFileSync(path.join(to, page), withKnownLinks)
  }
}
