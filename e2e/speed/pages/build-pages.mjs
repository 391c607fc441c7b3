/** Builds the pages that are measured, each with its files as they would be served: minified, compressed beforehand. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { build } from 'vite'
import { fields } from './fields.mjs'

const folder = fileURLToPath(new URL('..', import.meta.url))
const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
const peer = (file) => path.join(folder, 'peers/node_modules', file)

const shell = (title, head, body, consent) => `<!doctype html>
<html lang="en" data-consent="${consent}">
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

/** The form of the page without any framework. */
function handWritten() {
  const control = ({ name, label, required, pattern, choices, type, hint }) => {
    const must = `name="${name}" id="${name}"${required ? ' required' : ''}`
    if (type === 'checkbox') return `<p><input type="checkbox" ${must}> <label for="${name}">${label}</label></p>`
    const field = choices
      ? `<select ${must}><option value="">Choose</option>${choices.map((value) => `<option>${value}</option>`).join('')}</select>`
      : `<input type="${type ?? 'text'}" ${must}${pattern ? ` pattern="${pattern}"` : ''}${hint ? ` placeholder="${hint}"` : ''}>`
    return `<p><label for="${name}">${label}</label><br>${field}</p>`
  }
  return `<form>${fields.map(control).join('\n')}<button type="submit">Continue</button></form>`
}

const look = `body{font:16px/1.5 system-ui;margin:0 auto;max-width:36rem;padding:1rem}label{font-weight:600}input:not([type=checkbox]),select{box-sizing:border-box;font:inherit;min-height:2.75rem;padding:.5rem;width:100%}`

/** How many forms stand on one page, to see how the cost grows. */
export const instanceCounts = [1, 2, 5, 10, 20]

/**
 * Builds every page.
 *
 * @param consent the version of the wording, for the pages that do not ask for it
 * @returns by name: the page's HTML, and its files by address
 */
export function buildPages(consent) {
  built[consent] ??= buildAll(consent)
  return built[consent]
}

/** Two parts of a run want the same pages. */
const built = {}

async function buildAll(consent) {
  const page = (title, head, body, files) => ({ html: shell(title, head, body, consent), files })
  const bundle = (entry) => bundled(path.join(folder, entry))
  const text = (file) => readFileSync(file)
  const pages = {}
  const limit = await bundle('pages/hand-written.mjs')
  pages['hand-written'] = page(
    'Hand-written',
    `<style>${look}</style>${module('/hand-written/main.js')}`,
    handWritten(),
    limit,
  )
  pages['hand-written-script'] = page(
    'Hand-written, as a script',
    `<style>${look}</style>${module('/hand-written-script/main.js')}`,
    root,
    await bundle('pages/hand-written-script.mjs'),
  )
  const tag = '<voter-registration api-base="/api"></voter-registration>'
  const scriptFile = { 'voter-registration.js': text(`dist/element/${version}/voter-registration.js`) }
  const scriptHead = (name) =>
    `<script async src="/${name}/voter-registration.js"></script><style>voter-registration{display:block;min-height:100vh}</style>`
  pages.script = page('Script file', scriptHead('script'), tag, { ...scriptFile })
  for (const instances of instanceCounts) {
    const name = `instances-${instances}`
    pages[name] = page(`${instances} forms`, scriptHead(name), tag.repeat(instances), { ...scriptFile })
  }
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
  pages.rjsf = page('react-jsonschema-form', module('/rjsf/main.js'), root, await bundle('peers/pages/rjsf.mjs'))
  pages.formbricks = page(
    'Formbricks surveys',
    module('/formbricks/main.js'),
    root,
    await bundle('peers/pages/formbricks.mjs'),
  )
  for (const { files } of Object.values(pages)) for (const name in files) files[name] = compressed(files[name])
  for (const each of Object.values(pages)) each.html = compressed(Buffer.from(each.html))
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
    resolve: {
      alias: [
        { find: /^voter-registration\/styles\.css$/, replacement: path.resolve('dist/styles.css') },
        { find: /^voter-registration$/, replacement: path.resolve('dist/react.js') },
      ],
    },
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

/** A file in the three forms that are counted; brotli at its best takes seconds for a megabyte, so it is kept. */
function compressed(raw) {
  const cache = path.resolve('node_modules/.cache/voter-registration-bench')
  const file = path.join(cache, `${createHash('sha256').update(raw).digest('hex')}.br`)
  mkdirSync(cache, { recursive: true })
  if (!existsSync(file)) writeFileSync(file, brotliCompressSync(raw))
  return { raw, gzip: gzipSync(raw, { level: 9 }).length, brotli: readFileSync(file) }
}
