/** Checks the React door's bundle size budget: what a partner's bundler loads on the page at once, without React itself.
 *  `finish-element.mjs` checks the script files. Bytes only: times depend on the machine. */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'

/** Maximum size of what is loaded at once, in bytes. Give a reason whenever you raise it. */
const budget = 66_400

const result = await build({
  configFile: false,
  logLevel: 'error',
  mode: 'production',
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    write: false,
    target: 'es2022',
    modulePreload: false,
    lib: {
      entry: path.resolve('src/form/dist/form/react.js'),
      formats: ['es'],
      fileName: 'react',
    },
    rolldownOptions: {
      external: [/^react(-dom)?(\/|$)/],
      // As in an app build: code that the door shares with its lazy parts may stay in the door's own file.
      preserveEntrySignatures: 'allow-extension',
      output: { minify: true },
    },
  },
})
const { output } = Array.isArray(result) ? result[0] : result
const chunks = new Map(output.filter(({ type }) => type === 'chunk').map((chunk) => [chunk.fileName, chunk]))

/** The chunks that are loaded at once: the entry and all its static imports. */
const first = new Set([...chunks.values()].filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName))
for (const name of first) for (const other of chunks.get(name)?.imports ?? []) if (chunks.has(other)) first.add(other)
const size = (name) => gzipSync(chunks.get(name).code, { level: 9 }).length
const bytes = [...first].reduce((sum, name) => sum + size(name), 0)
const later = [...chunks.keys()].filter((name) => !first.has(name)).map((name) => `${name} ${size(name)}`)
console.log(
  `React door, without React: ${bytes} bytes with gzip at once (budget: ${budget}); later ${later.join(', ')}`,
)
mkdirSync('dist/bench', { recursive: true })
writeFileSync('dist/bench/react-door.json', JSON.stringify({ bytes, budget }))
if (bytes > budget) {
  console.error(`The React door has ${bytes} bytes with gzip at once; the budget is ${budget}.`)
  process.exit(1)
}
