/** What `init` writes for each kind of host: files by path, and what to do next. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { version } from '../../bff/version.ts'

/** The files of one kind, and the steps after them, one sentence or command each. */
export interface Template {
  summary: string
  /** @param folder where they will be written */
  files: (folder: string) => Readonly<Record<string, string | Uint8Array>>
  next: readonly string[]
}

const sandboxEnv = (
  origin: string,
) => `# Practice: the sandbox, which registers nobody. For a real service: docs/bff.md, "For real".
UPSTREAM_URL=http://127.0.0.1:8788
API_KEY_ID=00000000-0000-4000-8000-000000000001
API_KEY_SECRET=sandbox-secret
# The origins of the pages with the form, with scheme and port.
ALLOWED_ORIGINS=${origin}
`

const realEnv = `# What is empty has to be filled in: docs/bff.md, "For real". Keep this file out of version control.
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

const startSandbox = 'npx --no voter-registration-server sandbox, in a terminal of its own'
const command = 'node_modules/voter-registration-server/dist/cli.js'
const fallback = '<a href="https://vote.gov/">Register on the official site</a>'

/** A file's text; as a list, so that no line of it looks like one of this file's own. */
const lines = (...all: string[]) => `${all.join('\n')}\n`

/** Next.js looks into one of the two alone: a second one would hide the pages that are there. */
const appFolder = (folder: string) => (existsSync(path.join(folder, 'src/app')) ? 'src/app' : 'app')

/** The files by the names that are typed. */
export const templates: Readonly<Record<string, Template>> = {
  next: {
    summary: 'Next.js: the BFF as a route and a page with the form',
    files: (folder) => ({
      'next.config.ts': lines(
        "import type { NextConfig } from 'next'",
        '',
        '// The page at /api/form needs the React that Node loads, not that of server components.',
        "const config: NextConfig = { serverExternalPackages: ['voter-registration-server'] }",
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
      '.env.local': sandboxEnv('http://localhost:3000'),
    }),
    next: [
      'npm install voter-registration voter-registration-server',
      "Where next.config was there already, add serverExternalPackages: ['voter-registration-server']",
      startSandbox,
      'npx --no next dev, then open http://localhost:3000/register',
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
<script async src="/api/element/${version}/voter-registration.js"></script>
<voter-registration api-base="/api">${fallback}</voter-registration>
</html>
`,
      'bff.env': sandboxEnv('http://localhost:3000'),
    }),
    next: [
      'npm install express voter-registration-server',
      startSandbox,
      'node --env-file=bff.env server.mjs, then open http://localhost:3000/register.html',
    ],
  },
  vite: {
    summary: 'Vite with React: a component with the form, and the BFF beside it',
    files: () => ({
      'src/register-to-vote.tsx': lines(
        "import { VoterRegistration } from 'voter-registration'",
        "import 'voter-registration/styles.css'",
        '',
        'export function RegisterToVote() {',
        "  return <VoterRegistration apiBase={import.meta.env.VITE_BFF ?? 'http://127.0.0.1:8787'} />",
        '}',
      ),
      'bff.env': sandboxEnv('http://localhost:5173'),
    }),
    next: [
      'npm install voter-registration voter-registration-server',
      startSandbox,
      `node --env-file=bff.env ${command} bff, in another`,
      'Put <RegisterToVote /> into a page, and npx --no vite. VITE_BFF names the BFF of a build.',
    ],
  },
  wordpress: {
    summary: 'WordPress: the plugin with block, shortcode and settings page, and the variables of its BFF',
    files: () => ({ ...plugin(), 'bff.env': realEnv }),
    next: [
      'Fill in what is empty in bff.env; ALLOWED_ORIGINS is the address of your WordPress, without a path',
      `node --env-file=bff.env ${command} check`,
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
    next: [
      'Fill in .env and bff.env; keep both out of version control',
      'Build the image: the first lines of node_modules/voter-registration-server/dist/operations/Dockerfile say how',
      'docker compose up -d, then open http://127.0.0.1:8787/form',
    ],
  },
}

/** A file for operators: beside the commands in the package, with the BFF in the source. */
function operations(name: string): string {
  const folders = ['../../operations/', '../../bff/deploy/'].map((place) =>
    fileURLToPath(new URL(place, import.meta.url)),
  )
  const folder = folders.find((one) => existsSync(path.join(one, name))) ?? ''
  return readFileSync(path.join(folder, name), 'utf8')
}

/** The files of the plugin: finished in the package, as they are written in the source. */
function plugin(): Record<string, Uint8Array> {
  const [built = '', source = ''] = ['../../wordpress/voter-registration/', '../../wordpress/'].map((place) =>
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
