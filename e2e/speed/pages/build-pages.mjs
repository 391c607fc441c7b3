/** Builds the pages that are measured, each with its files as they would be served: minified, compressed beforehand. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'vite'

const folder = fileURLToPath(new URL('..', import.meta.url))
const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
const peer = (file) => path.join(folder, 'peers/node_modules', file)

const shell = (title, head, body) => `<!doctype html>
<html lang="en" data-consent="{consent}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,"><title>${title}</title>
${head}</head>
<body><main><h1>Register to vote</h1>
${body}
</main></body>
</html>
`

const css = (file) => `<link rel="stylesheet" href="${file}">`
const module = (file) => `<script type="module" src="${file}"></script>`
const root = '<div id="root"></div>'

const look = `body{font:16px/1.5 system-ui;margin:0 auto;max-width:36rem;padding:1rem}label{font-weight:600}input:not([type=checkbox]),select{box-sizing:border-box;font:inherit;min-height:2.75rem;padding:.5rem;width:100%}`

/**
 * Builds every page.
 *
 * @returns by name: the page's HTML, with `{consent}` where the version of the wording belongs, and its files by address
 */
export async function buildPages() {
  const page = (title, head, body, files) => ({ html: shell(title, head, body), files })
  const bundle = (entry) => bundled(path.join(folder, entry))
  const text = (file) => readFileSync(file)
  const pages = {}
  pages['hand-written-script'] = page(
    'Hand-written, as a script',
    `<style>${look}</style>${module('/hand-written-script/main.js')}`,
    root,
    await bundle('pages/hand-written-script.mjs'),
  )
  const tag = '<voter-registration api-base="/api"></voter-registration>'
  pages.script = page(
    'Script file',
    '<script async src="/script/voter-registration.js"></script><style>voter-registration{display:block;min-height:100vh}</style>',
    tag,
    { 'voter-registration.js': text(`dist/element/${version}/voter-registration.js`) },
  )
  pages.react = page(
    'React door',
    `${css('/react/main.css')}${module('/react/main.js')}`,
    root,
    await bundle('pages/react-door.mjs'),
  )
  pages['survey-js'] = page(
    'SurveyJS',
    `${css('/survey-js/main.css')}${module('/survey-js/main.js')}`,
    root,
    await bundle('peers/pages/survey-js.mjs'),
  )
  pages.formio = page(
    'Form.io',
    `${css('/formio/formio.form.min.css')}<script defer src="/formio/formio.form.min.js"></script>${module('/formio/main.js')}`,
    root,
    {
      ...(await bundle('peers/pages/formio.mjs')),
      'formio.form.min.js': text(peer('@formio/js/dist/formio.form.min.js')),
      'formio.form.min.css': text(peer('@formio/js/dist/formio.form.min.css')),
    },
  )
  for (const { files } of Object.values(pages)) for (const name in files) files[name] = compressed(files[name])
  return pages
}

/** An entry as modules, whose first is `main.js`. */
async function bundled(entry) {
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
      rolldownOptions: {
        input: entry,
        output: { entryFileNames: 'main.js', chunkFileNames: '[name]-[hash].js', assetFileNames: 'main[extname]' },
      },
    },
  })
  const { output } = Array.isArray(result) ? result[0] : result
  return Object.fromEntries(
    output.map((file) => [file.fileName, Buffer.from(file.type === 'chunk' ? file.code : file.source)]),
  )
}

/** A file as it is and with brotli, which at its best takes seconds for a megabyte and is kept. */
function compressed(raw) {
  const cache = path.resolve('node_modules/.cache/voter-registration-bench')
  const file = path.join(cache, `${createHash('sha256').update(raw).digest('hex')}.br`)
  mkdirSync(cache, { recursive: true })
  if (!existsSync(file)) writeFileSync(file, brotliCompressSync(raw))
  return { raw, brotli: readFileSync(file) }
}
