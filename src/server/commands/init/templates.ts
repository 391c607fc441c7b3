/** What `init` writes for each kind of host: files by path, and the next steps. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { version } from '../../version.ts'

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
) => `# Practice: the sandbox, which registers nobody. For a real service: "For real" in
# node_modules/voter-registration-server/docs/bff.md.
# Keep this file out of version control.
UPSTREAM_URL=http://127.0.0.1:8788
API_KEY_ID=00000000-0000-4000-8000-000000000001
API_KEY_SECRET=sandbox-secret
# The origins of the pages with the form, with scheme and port.
ALLOWED_ORIGINS=${origin}
`

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
const fallback = '<a href="/api/form">Register to vote</a> or <a href="https://vote.gov/">go to the official site</a>'

/** A file's text, as a list so that none of its lines looks like a line of this file. */
const lines = (...all: string[]) => `${all.join('\n')}\n`

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

/** The page of a Vite project, if it has none. */
const newVitePage = {
  'index.html': lines(
    '<!doctype html>',
    '<html lang="en">',
    '  <head>',
    '    <meta charset="utf-8" />',
    '    <meta name="viewport" content="width=device-width" />',
    '    <link rel="icon" href="data:," />',
    '    <title>Register to vote</title>',
    '  </head>',
    '  <body>',
    '    <div id="root"></div>',
    '    <script type="module" src="/src/main.tsx"></script>',
    '  </body>',
    '</html>',
  ),
  'src/main.tsx': lines(
    "import { StrictMode } from 'react'",
    "import { createRoot } from 'react-dom/client'",
    "import { RegisterToVote } from './register-to-vote.tsx'",
    '',
    "const root = document.getElementById('root')",
    'if (root !== null)',
    '  createRoot(root).render(',
    '    <StrictMode>',
    '      <RegisterToVote />',
    '    </StrictMode>,',
    '  )',
  ),
}

/** The templates by the name that is typed. */
export const templates: Readonly<Record<string, Template>> = {
  next: {
    summary: 'Next.js: the BFF as a route and a page with the form',
    files: (folder) => ({
      [nextConfig(folder)]: lines(
        "import type { NextConfig } from 'next'",
        '',
        '// The page at /api/form needs the React that Node loads, not that of server components.',
        'const config: NextConfig = {',
        "  serverExternalPackages: ['voter-registration-server'],",
        '  // The default of create-next-app.',
        '  cacheComponents: true,',
        '  partialPrefetching: true,',
        '}',
        '',
        'export default config',
      ),
      [`${appFolder(folder)}/api/[...path]/route.ts`]: lines(
        "import { hostedPage } from 'voter-registration-server/hosted'",
        "import { routeHandlers } from 'voter-registration-server/next'",
        '',
        '// The environment is read at the first request, so that a build needs no secrets.',
        "export const { GET, POST, OPTIONS } = routeHandlers({ basePath: '/api' }, { page: hostedPage() })",
      ),
      [`${appFolder(folder)}/register/page.tsx`]: lines(
        "import { VoterRegistration } from 'voter-registration'",
        "import 'voter-registration/styles.css'",
        '',
        'export default function Register() {',
        '  return <VoterRegistration apiBase="/api" />',
        '}',
      ),
      ...(!hasLayout(path.join(folder, appFolder(folder))) && {
        [`${appFolder(folder)}/layout.tsx`]: lines(
          "import type { ReactNode } from 'react'",
          '',
          "export const metadata = { title: 'Register to vote' }",
          '',
          'export default function Layout({ children }: { children: ReactNode }) {',
          '  return (',
          '    <html lang="en">',
          '      <body>{children}</body>',
          '    </html>',
          '  )',
          '}',
        ),
      }),
      '.env.local': sandboxEnv('http://localhost:3000'),
    }),
    next: (folder) => [
      install(folder, 'next', 'react', 'react-dom'),
      ...(/"type"\s*:\s*"commonjs"/.test(manifestOf(folder))
        ? [
            'npm pkg delete type: package.json says "commonjs", as npm init writes it, and Next.js refuses its own files then',
          ]
        : []),
      startSandbox,
      'npx --no next dev, then open http://localhost:3000/register; the first time, while Next.js compiles, the form may have to be loaded again',
      'Where it runs for real, set TRUST_PROXY_HOPS: Next.js does not say who calls.',
    ],
  },
  express: {
    summary: 'Express: the BFF below /api, its script files, and a page with the form',
    files: () => ({
      'server.mjs': lines(
        "import express from 'express'",
        "import { createBff, optionsFromEnvironment } from 'voter-registration-server/bff'",
        "import { hostedPage } from 'voter-registration-server/hosted'",
        "import { createNodeListener, scriptFiles } from 'voter-registration-server/node'",
        '',
        'const bff = createBff(optionsFromEnvironment(process.env), { page: hostedPage(), scripts: scriptFiles() })',
        'const app = express()',
        '// Before express.json(): the BFF reads bodies itself.',
        "app.use('/api', createNodeListener(bff))",
        "app.use(express.static('public'))",
        'const server = app.listen(Number(process.env.PORT ?? 3000), () => {',
        "  console.log('http://localhost:' + server.address().port + '/register.html')",
        '})',
        "process.once('SIGTERM', () => server.close(() => void bff.close()))",
      ),
      'public/register.html': `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Register to vote</title>
<script async crossorigin="anonymous" src="/api/element/${version}/voter-registration.js"></script>
<voter-registration api-base="/api">${fallback}</voter-registration>
</html>
`,
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
    files: (folder) => ({
      'src/register-to-vote.tsx': lines(
        "import { VoterRegistration } from 'voter-registration'",
        "import 'voter-registration/styles.css'",
        '',
        'export function RegisterToVote() {',
        "  return <VoterRegistration apiBase={import.meta.env.VITE_BFF ?? 'http://127.0.0.1:8787'} />",
        '}',
      ),
      ...(!existsSync(path.join(folder, 'index.html')) && newVitePage),
      'bff.env': sandboxEnv('http://localhost:5173'),
    }),
    next: (folder) => [
      install(folder, 'vite', 'react', 'react-dom'),
      startSandbox,
      'npx --no voter-registration-server bff --env-file bff.env, in another',
      'npx --no vite, then open http://localhost:5173. In a page of your own, put <RegisterToVote /> where the form goes.',
      'VITE_BFF names the BFF of a build.',
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
      'docker compose up -d, then open http://127.0.0.1:8787/form',
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
