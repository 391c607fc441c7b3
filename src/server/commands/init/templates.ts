/** What `init` writes for each kind of host: files by path, and the next steps. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** The files of one kind of host, and the next steps. */
export interface Template {
  summary: string
  /** @param folder the target folder */
  files: (folder: string) => Readonly<Record<string, string | Uint8Array>>
  /** One sentence or command each. @param folder the target folder */
  next: (folder: string) => readonly string[]
}

const sandboxEnv = (
  origin: string,
  more = '',
) => `# Practice: the sandbox, which registers nobody. For a real service: "For real" in
# node_modules/voter-registration-server/docs/bff.md.
# Keep this file out of version control.
UPSTREAM_URL=http://127.0.0.1:8788
API_KEY_ID=00000000-0000-4000-8000-000000000001
API_KEY_SECRET=sandbox-secret
# The origins of the pages with the form, with scheme and port.
ALLOWED_ORIGINS=${origin}
${more}`

const realEnv = `# What is empty has to be filled in, see "For real" in node_modules/voter-registration-server/docs/bff.md.
# Keep this file out of version control.
UPSTREAM_URL=
API_KEY_ID=
API_KEY_SECRET=
ALLOWED_ORIGINS=
SEAL_KEY=
OPERATOR_NAME=
OPERATOR_TERMS_URL=
OPERATOR_PRIVACY_URL=
PARTNER_NAME=
PARTNER_PRIVACY_URL=
OFFICIAL_SITE_URL=
WORDING_APPROVED=
PUBLIC_HOSTS=
TRUST_PROXY_HOPS=1
`

const startSandbox =
  'npm install --save-dev voter-registration-sandbox, then npx --no voter-registration-sandbox, in a terminal of its own'
const startBff = 'npx --no voter-registration-server bff --env-file bff.env, in another'

/** Next.js reads only one of the two: a second one would hide the existing pages. */
const appFolder = (folder: string) => (existsSync(path.join(folder, 'src/app')) ? 'src/app' : 'app')

/** Next.js reads only the first of these that exists. */
const nextConfig = (folder: string) =>
  ['js', 'mjs', 'ts', 'mts']
    .map((ending) => `next.config.${ending}`)
    .find((name) => existsSync(path.join(folder, name))) ?? 'next.config.ts'

/** Next.js needs a root layout. It may be that of a route group, and a second one around it would be wrong. */
function hasLayout(app: string): boolean {
  return (
    existsSync(app) &&
    readdirSync(app, { recursive: true }).some((file) => /(^|[\\/])layout\.[jt]sx?$/.test(String(file)))
  )
}

/** The text of a project's package.json; empty if there is none. */
function manifestOf(folder: string): string {
  const file = path.join(folder, 'package.json')
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

/** The command that installs both packages, and those of `needed` that the project lacks. */
function install(folder: string, ...needed: string[]): string {
  const manifest = manifestOf(folder)
  const missing = needed.filter((name) => !manifest.includes(`"${name}":`))
  return ['npm install', ...missing, 'voter-registration voter-registration-server'].join(' ')
}

/** Whether a project has settings of its tool, which then stay as they are. @returns their text; empty for none */
function settingsOf(folder: string, tool: 'vite' | 'astro'): string {
  const name = existsSync(folder) && readdirSync(folder).find((file) => file.startsWith(`${tool}.config.`))
  return name ? readFileSync(path.join(folder, name), 'utf8') : ''
}

/**
 * Returns files of an example that browsers have tried.
 *
 * @param name the folder in `demo/examples`
 */
function example(name: string, ...files: readonly string[]): Record<string, string> {
  const [packed = '', source = ''] = ['../../../examples/', '../../../../demo/examples/'].map((place) =>
    fileURLToPath(new URL(place + name, import.meta.url)),
  )
  const folder = existsSync(packed) ? packed : source
  return Object.fromEntries(files.map((file) => [file, readFileSync(path.join(folder, file), 'utf8')]))
}

/** A file of the example with Next.js. */
const ofNext = (file: string) => example('next', file)[file] ?? ''

/** The files of an example with Vite: the component, and where the project has no page yet, all that shows it. */
const withVite = (folder: string, name: string, component: string, main: string) => ({
  ...example(name, component),
  ...(!existsSync(path.join(folder, 'index.html')) && example(name, 'index.html', main)),
  ...(settingsOf(folder, 'vite') === '' && name !== 'vite-react' && example(name, 'vite.config.ts')),
  'bff.env': sandboxEnv('http://localhost:5173'),
})

const elementsOfVue =
  "In the settings of Vite: vue({ template: { compilerOptions: { isCustomElement: (tag) => tag.startsWith('voter-') } } })"

/** The templates by the name that is typed. */
export const templates: Readonly<Record<string, Template>> = {
  next: {
    summary: 'Next.js: the BFF as a route and a page with the form',
    files: (folder) => {
      const app = appFolder(folder)
      return {
        [nextConfig(folder)]: ofNext('next.config.ts'),
        [`${app}/api/[...path]/route.ts`]: ofNext('app/api/[...path]/route.ts'),
        [`${app}/register/page.tsx`]: ofNext('app/register/page.tsx'),
        ...(!hasLayout(path.join(folder, app)) && { [`${app}/layout.tsx`]: ofNext('app/layout.tsx') }),
        // `next dev` prints what the BFF logs.
        '.env.local': sandboxEnv(
          'http://localhost:3000',
          'LOG_LEVEL=warn\n# In production, behind the proxy of your platform:\n# TRUST_PROXY_HOPS=1\n',
        ),
      }
    },
    next: (folder) => [
      install(folder, 'next', 'react', 'react-dom'),
      ...(/"type"\s*:\s*"commonjs"/.test(manifestOf(folder))
        ? [
            'npm pkg delete type: package.json says "commonjs", as npm init writes it, and Next.js refuses its own files then',
          ]
        : []),
      startSandbox,
      'npx --no next dev, then open http://localhost:3000/register; the first time, while Next.js compiles, the form may have to be loaded again',
      'In production, behind the proxy of your platform, set TRUST_PROXY_HOPS=1: Next.js reports no client addresses, and without them no limit by address applies. With no proxy in front, leave it at 0.',
    ],
  },
  express: {
    summary: 'Express: the BFF below /api, its script files, and a page with the form',
    files: () => ({
      ...example('express', 'server.mjs', 'public/register.html'),
      'bff.env': sandboxEnv('http://localhost:3000'),
    }),
    next: () => [
      'npm install express voter-registration-server',
      startSandbox,
      'node --env-file=bff.env server.mjs, then open http://localhost:3000/register.html',
    ],
  },
  vite: {
    summary: 'Vite with React: a component with the form, and the BFF beside it',
    files: (folder) => withVite(folder, 'vite-react', 'src/register-to-vote.tsx', 'src/main.tsx'),
    next: (folder) => [
      install(folder, 'vite', 'react', 'react-dom'),
      startSandbox,
      startBff,
      'npx --no vite, then open http://localhost:5173. In a page of your own, put <RegisterToVote /> where the form goes.',
      'VITE_BFF names the BFF of a build.',
    ],
  },
  vue: {
    summary: 'Vue with Vite: a component with the form, and the BFF beside it',
    files: (folder) => withVite(folder, 'vue', 'src/register-to-vote.vue', 'src/main.ts'),
    next: (folder) => [
      install(folder, 'vite', 'vue', '@vitejs/plugin-vue'),
      ...(/^$|isCustomElement/.test(settingsOf(folder, 'vite')) ? [] : [elementsOfVue]),
      startSandbox,
      startBff,
      'npx --no vite, then open http://localhost:5173. In a page of your own, put <RegisterToVote /> where the form goes.',
    ],
  },
  svelte: {
    summary: 'Svelte with Vite: a component with the form, and the BFF beside it',
    files: (folder) => withVite(folder, 'svelte', 'src/register-to-vote.svelte', 'src/main.ts'),
    next: (folder) => [
      install(folder, 'vite', 'svelte', '@sveltejs/vite-plugin-svelte'),
      startSandbox,
      startBff,
      'npx --no vite, then open http://localhost:5173. In a page of your own, put <RegisterToVote /> where the form goes.',
    ],
  },
  astro: {
    summary: 'Astro: a page with the form as an island of React, and the BFF beside it',
    files: (folder) => ({
      ...example('astro', 'src/pages/register.astro'),
      ...(settingsOf(folder, 'astro') === '' && example('astro', 'astro.config.mjs')),
      'bff.env': sandboxEnv('http://localhost:4321'),
    }),
    next: (folder) => [
      install(folder, 'astro', '@astrojs/react', 'react', 'react-dom'),
      ...(/^$|react\(/.test(settingsOf(folder, 'astro')) ? [] : ['npx --no astro add react: the form is an island']),
      startSandbox,
      startBff,
      'npx --no astro dev, then open http://localhost:4321/register',
    ],
  },
  html: {
    summary: 'a plain page: the script and the tag, and the BFF beside it',
    files: () => ({ ...example('plain-html', 'index.html'), 'bff.env': sandboxEnv('http://localhost:5173') }),
    next: () => [
      'npm install voter-registration-server',
      startSandbox,
      startBff,
      'npx vite, which serves this folder, then open http://localhost:5173. Any web server does: put its address into ALLOWED_ORIGINS.',
    ],
  },
  wordpress: {
    summary: 'WordPress: the plugin with block, shortcode and settings page, and the variables of its BFF',
    files: () => ({
      ...plugin(),
      'bff.env': `${realEnv}# A folder on a local disk for the BFF's records, for example /var/lib/voter-registration.
DATA_DIR=
`,
    }),
    next: () => [
      'Fill in what is empty in bff.env; ALLOWED_ORIGINS is the address of your WordPress, without a path',
      'npx --no voter-registration-server check --env-file bff.env, then the same with bff in its place: the BFF runs',
      'Copy the folder voter-registration to wp-content/plugins, and activate the plugin',
      'Set the address of your BFF under Settings, Voter registration, and add the block to a page',
    ],
  },
  compose: {
    summary: 'Docker Compose: the BFF and PostgreSQL on one machine',
    files: () => ({
      'compose.yaml': operations('compose.yaml'),
      'roles.sql': operations('roles.sql'),
      'passwords.sql': operations('passwords.sql'),
      'bff.env': realEnv,
      '.env': `# An image by its digest: docker buildx imagetools inspect postgres:17-bookworm
BFF_IMAGE=voter-registration-bff
POSTGRES_IMAGE=
# openssl rand -hex 24, each its own
ADMIN_PASSWORD=
OWNER_PASSWORD=
SERVICE_PASSWORD=
`,
    }),
    next: () => [
      'Fill in .env and bff.env',
      'Build the image: the first lines of node_modules/voter-registration-server/dist/operations/Dockerfile say how',
      'docker compose up -d, then open http://127.0.0.1:8787/readyz; the form is at /form of each host in PUBLIC_HOSTS',
    ],
  },
}

/** Reads a file for operators: beside the commands in the package, with the BFF in the source. */
function operations(name: string): string {
  const folders = ['../../../operations/', '../../deploy/'].map((place) =>
    fileURLToPath(new URL(place, import.meta.url)),
  )
  const folder = folders.find((one) => existsSync(path.join(one, name))) ?? ''
  return readFileSync(path.join(folder, name), 'utf8')
}

/** The files of the plugin: built ones in the package, the sources in the repository. */
function plugin(): Record<string, Uint8Array> {
  const [built = '', source = ''] = ['../../../wordpress/voter-registration/', '../../../wordpress/'].map((place) =>
    fileURLToPath(new URL(place, import.meta.url)),
  )
  const folder = existsSync(built) ? built : source
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort()
  return Object.fromEntries(
    files.map((file) => [path.join('voter-registration', path.relative(folder, file)), readFileSync(file)]),
  )
}
