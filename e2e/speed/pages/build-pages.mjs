/** Builds the measured pages, each with its files as they would be served: minified and precompressed. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'vite'

const folder = fileURLToPath(new URL('..', import.meta.url))

const shell = (title, head, body) => `<!doctype html>
<html lang="en" data-consent="{consent}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,"><title>${title}</title>
${head}</head>
<body><main><h1>Register to vote</h1>
${body}
</main></body>
</html>
`

const module = (file) => `<script type="module" src="${file}"></script>`
const root = '<div id="root"></div>'

const look = `body{font:16px/1.5 system-ui;margin:0 auto;max-width:36rem;padding:1rem}label{font-weight:600}input:not([type=checkbox]),select{box-sizing:border-box;font:inherit;min-height:2.75rem;padding:.5rem;width:100%}`

/** Each page: its title, its head, its body, and its files by name. */
const makers = {
  'hand-written-script': async () => [
    `<style>${look}</style>${module('/hand-written-script/main.js')}`,
    root,
    await bundle('pages/hand-written-script.mjs'),
  ],
  script: async () => [
    '<link rel="preload" href="/api/settings" as="fetch" crossorigin><script async src="/script/voter-registration.js"></script><style>voter-registration{display:block;min-height:100vh}</style>',
    '<voter-registration api-base="/api"></voter-registration>',
    readScriptFiles(),
  ],
  react: async () => reactPage(await bundleReact()),
}

/** Builds every page: by name its HTML, with the placeholder `{consent}` for the version of the wording, and its files by name. */
export async function buildPages() {
  const pages = {}
  for (const [name, make] of Object.entries(makers)) pages[name] = toPage(name, await make())
  return pages
}

/** Builds only the page of the React form, not minified: `maps` has a source map for each of its scripts. */
export async function buildReactPage() {
  const maps = {}
  const files = await bundleReact({ minify: false, maps })
  return { pages: { react: toPage('react', reactPage(files)) }, maps }
}

const bundleReact = (options) => bundle('pages/react-door.mjs', options)
const reactPage = (files) => [`<link rel="stylesheet" href="/react/main.css">${module('/react/main.js')}`, root, files]

function toPage(title, [head, body, files]) {
  const all = Object.entries(files).map(([name, raw]) => [name, compress(raw)])
  return { html: shell(title, head, body), files: Object.fromEntries(all) }
}

/** Returns the script tag's folder: the lazy parts are next to the first file. */
function readScriptFiles() {
  const element = fileURLToPath(new URL('../../../dist/element/', import.meta.url))
  const [version] = readdirSync(element).filter((name) => /^\d/.test(name))
  const scripts = readdirSync(path.join(element, version)).filter((name) => name.endsWith('.js'))
  return Object.fromEntries(scripts.map((name) => [name, readFileSync(path.join(element, version, name))]))
}

/** Bundles an entry as modules, of which the first is `main.js`. @param maps receives the source map of each */
async function bundle(entry, { minify = true, maps } = {}) {
  const result = await build({
    configFile: false,
    root: folder,
    logLevel: 'error',
    mode: 'production',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      cssCodeSplit: false,
      minify,
      sourcemap: maps === undefined ? false : 'hidden',
      rolldownOptions: {
        input: path.join(folder, entry),
        output: { entryFileNames: 'main.js', chunkFileNames: '[name]-[hash].js', assetFileNames: 'main[extname]' },
      },
    },
  })
  const { output } = Array.isArray(result) ? result[0] : result
  const files = output.filter(({ fileName }) => !fileName.endsWith('.map'))
  if (maps) for (const { fileName, map } of files) if (map) maps[fileName] = map
  return Object.fromEntries(
    files.map((file) => [file.fileName, Buffer.from(file.type === 'chunk' ? file.code : file.source)]),
  )
}

/** Returns a file raw and compressed with Brotli. The best quality takes seconds per megabyte, so the result is cached. */
function compress(raw) {
  const cache = path.resolve('node_modules/.cache/voter-registration-bench')
  const file = path.join(cache, `${createHash('sha256').update(raw).digest('hex')}.br`)
  mkdirSync(cache, { recursive: true })
  if (!existsSync(file)) writeFileSync(file, brotliCompressSync(raw))
  return { raw, brotli: readFileSync(file) }
}
