/**
 * Completes the compiled packages: adds to `dist` in each package's folder the files that are not code, and beside it the license,
 * the change log and its pages of the documentation. The WordPress plugin becomes `dist/voter-registration-wordpress-<version>.zip`.
 */
import { execSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { runnerImport } from 'vite'
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

/** The pages of the server and of the tools. The form has the others, but those about the repository. */
const pages = {
  'src/server': [
    'bff.md',
    'bff-api.md',
    'bff-configuration.md',
    'cli.md',
    'consent.md',
    'deadline-day.md',
    'deployment.md',
    'hosted-page.md',
    'law.md',
    'limits.md',
    'partners.md',
    'privacy.md',
    'reliability.md',
    'runbook.md',
    'security.md',
    'site-status.md',
  ],
  'src/civic': ['civic.md'],
  'src/monitor': ['monitor.md'],
  'src/sandbox': ['sandbox.md'],
}
const elsewhere = ['architecture.md', 'decisions.md', ...Object.values(pages).flat()]
pages['src/form'] = readdirSync('docs').filter((file) => file.endsWith('.md') && !elsewhere.includes(file))

/** The options by the package whose function takes them: the file and its export. */
const programs = {
  'voter-registration-server': ['server/options/bff-options', 'BffOptions'],
  'voter-registration-monitor': ['monitor/options', 'MonitorOptions'],
  'voter-registration-sandbox': ['sandbox/context', 'SandboxSettings'],
}

const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
const [form, server] = ['src/form/dist', 'src/server/dist']

for (const folder of Object.values(packageFolders)) {
  for (const file of ['LICENSE', 'CHANGELOG.md']) cpSync(file, path.join(folder, file))
  copyDocs(path.join(folder, 'docs'), pages[folder])
}
cpSync('dist/styles.css', path.join(form, 'styles.css'))
const { createManifest } = (await runnerImport('./src/form/element/custom-elements.ts', { configFile: false })).module
const manifest = createManifest((file) => readFileSync(`src/form/${file}`, 'utf8'))
writeFileSync(path.join(form, 'custom-elements.json'), `${JSON.stringify(manifest, null, 2)}\n`)
// TypeScript 6 checks imports for their side effects too, and knows nothing of style sheets without a bundler's types.
writeFileSync(path.join(form, 'styles.css.d.ts'), '/** The style sheet: importing it has no value. */\nexport {}\n')
mkdirSync(path.join(form, 'types'), { recursive: true })
for (const [file, text] of Object.entries(tagTypes(manifest))) writeFileSync(path.join(form, 'types', file), text)
cpSync(`dist/element/${version}`, path.join(form, 'element', version), { recursive: true })
for (const name of examples)
  cpSync(`demo/examples/${name}`, path.join(server, 'examples', name), {
    recursive: true,
    filter: (file) => !/(package|tsconfig)\.json$/.test(file),
  })
for (const file of operations) cpSync(`src/server/${file}`, path.join(server, 'operations', path.basename(file)))
const plugin = 'dist/wordpress/voter-registration'
buildPlugin(plugin, { version, element: `dist/element/${version}` })
writeFileSync(`dist/voter-registration-wordpress-${version}.zip`, zipFolder(plugin, 'voter-registration'))
await documentOptions()
for (const folder of Object.values(packageFolders)) removeUnreached(folder)
// The commands' names: npm links only those whose files it finds, and after `npm ci` in a new clone there are none.
execSync(`npm rebuild --ignore-scripts --no-audit --no-fund ${Object.keys(packageFolders).join(' ')}`, {
  stdio: 'inherit',
})

/** Removes the compiled files that no entry point reaches: what only types needed, and what is bundled elsewhere. */
function removeUnreached(folder) {
  const { exports, bin } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
  const entries = JSON.stringify([exports, bin]).match(/dist\/[^"]+(?:\.d\.ts|\.js)(?=")/g)
  const files = readdirSync(path.join(folder, 'dist'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /^(contract|form|server|monitor|sandbox|civic)\/.*(\.d\.ts|\.js)$/.test(name))
    .map((name) => `dist/${name}`)
  const isEntry = (file) => entries.some((entry) => file === entry.replace('*', path.basename(file).split('.')[0]))
  const reached = new Set(files.filter(isEntry))
  for (const file of reached) {
    const code = readFileSync(path.join(folder, file), 'utf8')
    for (const [, target] of code.matchAll(/\b(?:from|import) *\(?['"](\.[^'"]+)['"]/g)) {
      const place = path.posix.join(path.posix.dirname(file), target)
      const imported = file.endsWith('.d.ts') ? place.replace(/(\.d)?\.[jt]sx?$/, '.d.ts') : place
      if (files.includes(imported)) reached.add(imported)
    }
  }
  for (const file of files) if (!reached.has(file)) rmSync(path.join(folder, file))
}

/** Copies pages of the documentation. Links to what the package does not have become text. */
function copyDocs(to, copied) {
  rmSync(to, { recursive: true, force: true })
  mkdirSync(to, { recursive: true })
  for (const page of copied) {
    const text = readFileSync(path.join('docs', page), 'utf8')
    const withKnownLinks = text.replaceAll(/\[([^\]]*)\]\(([^):#]+)(?:#[^)]*)?\)/g, (link, label, target) =>
      copied.includes(target) ? link : label,
    )
    writeFileSync(path.join(to, page), withKnownLinks)
  }
}

/** Writes what each option is into the types of all packages: the compiler leaves comments out of inferred types. */
async function documentOptions() {
  for (const [name, [file, program]] of Object.entries(programs)) {
    const built = path.resolve(packageFolders[name], 'dist')
    const load = (module) => import(pathToFileURL(path.join(built, `${module}.js`)).href)
    const { describeDefault, listOptions } = await load('server/options/option')
    const { [program]: options } = await load(file)
    const types = path.join(built, `${file}.d.ts`)
    let text = readFileSync(types, 'utf8')
    for (const option of listOptions(options)) {
      const docs = docstring(
        option,
        describeDefault(option, (value) => `\`${value}\``),
      )
      const line = new RegExp(`(?<!\\*/\\n)^( +)(?=${option.name}: z\\.)`, 'gm')
      if (!line.test(text) && !text.includes(docs)) throw new Error(`${types} has no ${option.name}.`)
      text = text.replace(line, (indent) => `${indent}/** ${docs} */\n${indent}`)
    }
    writeFileSync(types, text)
  }
}

function docstring({ variable, description, isServeOnly }, holds) {
  const parts = [
    `${description.slice(0, 1).toUpperCase()}${description.slice(1)}${isServeOnly ? '; read by `serve` only' : ''}.`,
    holds === '' ? '' : holds.startsWith('required') ? `It is ${holds}.` : `Default: ${holds}.`,
    variable === undefined ? '' : `Variable: \`${variable}\`.`,
  ]
  return parts.filter(Boolean).join(' ').replaceAll('*/', '*\\/')
}
