/** `voter-registration-server init`: copies an example from the package, with its environment file and the wording. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { Argument, type Command, InvalidArgumentError } from 'commander'
import { ourWording } from '../consent/wording.ts'
import type { Terminal } from './terminal.ts'

/** The packages that an example needs in addition to the server, its start command, and port and path of its page. */
type Example = Readonly<{ packages: string; start: string; page: string }>

const vite = { start: 'npx --no vite', page: '5173' }
const react = 'react react-dom voter-registration '
const examples = {
  next: { packages: `next ${react}`, start: 'npx --no next dev', page: '3000/register' },
  express: { packages: 'express ', start: 'node --env-file=bff.env server.mjs', page: '3000/register.html' },
  'vite-react': { packages: `vite @vitejs/plugin-react ${react}`, ...vite },
  vue: { packages: 'vite @vitejs/plugin-vue vue voter-registration ', ...vite },
  svelte: { packages: 'vite @sveltejs/vite-plugin-svelte svelte voter-registration ', ...vite },
  astro: { packages: `astro @astrojs/react ${react}`, start: 'npx --no astro dev', page: '4321/register' },
  'plain-html': { packages: '', start: 'npx vite', page: vite.page },
} as const satisfies Record<string, Example>

const exampleBff = 'http://127.0.0.1:8787'

export function initCommand(command: Command, terminal: Terminal): void {
  command
    .addArgument(new Argument('<kind>', 'the host of your pages').choices(Object.keys(examples)))
    .option('--to <folder>', 'where to', '.')
    .option('--bff <address>', 'the address of your BFF', parseAddress, exampleBff)
    .addHelpText('after', '\nExisting files are not changed.')
    .action((kind: keyof typeof examples, { to, bff }: { to: string; bff: string }) =>
      copyExample(kind, { folder: to, bff }, terminal),
    )
}

function parseAddress(text: string): string {
  if (!/^https?:\/\/[^\s"'?#]+$/.test(text))
    throw new InvalidArgumentError(`It is not an address such as ${exampleBff}.`)
  return text.replace(/\/$/, '')
}

function copyExample(
  kind: keyof typeof examples,
  { folder, bff }: { folder: string; bff: string },
  terminal: Terminal,
): void {
  const { out, err } = terminal
  const example: Example = examples[kind]
  const page = `http://localhost:${example.page}`
  const environment = kind === 'next' ? '.env.local' : 'bff.env'
  const files: Record<string, string> = {
    [environment]: environmentText(new URL(page).origin),
    'wording.json': `${JSON.stringify(ourWording, undefined, 2)}\n`,
  }
  const source = findExample(kind)
  const names = readdirSync(source, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/^(package|tsconfig)\.json$/.test(entry.name))
    .map((entry) => path.relative(source, path.join(entry.parentPath, entry.name)))
  for (const name of names.sort()) {
    // Next.js reads only one of the two folders: a second one would hide the pages that are there.
    const isInSource = kind === 'next' && existsSync(path.join(folder, 'src/app')) && /^app\b/.test(name)
    const text = readFileSync(path.join(source, name), 'utf8')
    files[isInSource ? path.join('src', name) : name] = text.replaceAll(exampleBff, bff)
  }
  let count = 0
  for (const [name, text] of Object.entries(files)) {
    const place = path.join(folder, name)
    const existing = findExisting(place)
    if (existing === undefined) {
      mkdirSync(path.dirname(place), { recursive: true })
      writeFileSync(place, text, { mode: name === environment ? 0o600 : 0o644 })
      count++
      out(`written  ${place}\n`)
    } else err(`kept     ${existing}, which exists already. The example is in ${path.relative('.', source)}.\n`)
  }
  const steps = [
    `npm install ${example.packages}voter-registration-server`,
    ...(kind === 'next'
      ? ['npm pkg delete type, if package.json has "commonjs", with which Next.js rejects its own files']
      : []),
    'npm install --save-dev voter-registration-sandbox, then npx --no voter-registration-sandbox, in another terminal',
    ...(/next|express/.test(kind)
      ? []
      : [`npx --no voter-registration-server bff --env-file ${environment}, in another`]),
    `${example.start}, then open ${page}`,
    `Keep ${environment} out of version control: it will contain secrets.`,
  ]
  out(`\nNext:\n${steps.map((step, index) => `  ${index + 1}. ${step}\n`).join('')}`)
  if (count === 0) terminal.exitCode = 1
}

function findExample(name: string): string {
  const [packed = '', source = ''] = ['../../examples/', '../../../demo/examples/'].map((base) =>
    fileURLToPath(new URL(base + name, import.meta.url)),
  )
  return existsSync(packed) ? packed : source
}

/** Returns the file itself, or one in its place: a configuration with another ending, or the layout of a route group. */
function findExisting(place: string): string | undefined {
  if (existsSync(place)) return place
  const [, stem] = /^(\w+\.config\.|layout\.)/.exec(path.basename(place)) ?? []
  const folder = path.dirname(place)
  if (stem === undefined || !existsSync(folder)) return undefined
  const names = readdirSync(folder, { recursive: stem === 'layout.' }).map(String)
  const name = names.find((entry) => path.basename(entry).startsWith(stem))
  return name === undefined ? undefined : path.join(folder, name)
}

const environmentText = (origin: string) => `# For the sandbox, which registers nobody. Keep this file out of git.
# For a real service: "For real" in node_modules/voter-registration-server/docs/bff.md
UPSTREAM_URL=http://127.0.0.1:8788
API_KEY_ID=00000000-0000-4000-8000-000000000001
API_KEY_SECRET=sandbox-secret
# The origins of the pages with the form, with scheme and port.
ALLOWED_ORIGINS=${origin}
LOG_LEVEL=warn
# The consent wording. Changes need the operator's approval: see the command wording.
# WORDING_FILE=wording.json
# Behind a proxy: TRUST_PROXY_HOPS=1
`
