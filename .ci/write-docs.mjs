/** Regenerates the tables of `docs`: `node .ci/write-docs.mjs`. `.ci/docs/docs.test.ts` fails when one is out of date. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const load = async (file) => (await runnerImport(file, { configFile: false, logLevel: 'error' })).module
const { fillBlocks } = await load('./.ci/docs/page-blocks.ts')
const { generators } = await load('./.ci/docs/generators.ts')
for (const file of readdirSync('docs', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'))) {
  const page = readFileSync(`docs/${file}`, 'utf8')
  const filled = await fillBlocks(page, generators)
  if (filled === page) continue
  writeFileSync(`docs/${file}`, filled)
  console.log(`docs/${file}`)
}
