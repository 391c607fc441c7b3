/** The walls between the packages of `src` are the linter's: an import that crosses one fails `npm test`. */
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'

const root = path.join(import.meta.dirname, '..')

/** For each package: which others it may import from. What is not listed is a wall. */
const open: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  form: ['contract'],
  server: ['contract', 'form'],
  monitor: ['contract', 'server'],
  sandbox: ['contract', 'server', 'monitor'],
  civic: ['contract', 'server', 'sandbox'],
  wordpress: [],
}

it('an import in each forbidden direction is refused, and each allowed one is not', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'voter-registration-walls-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  cpSync(path.join(root, '.oxlintrc.json'), path.join(folder, '.oxlintrc.json'))
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  const names = Object.keys(open)
  const directions = names.flatMap((from) => names.filter((to) => to !== from).map((to) => ({ from, to })))
  for (const { from, to } of directions.filter((one) => one.from !== 'wordpress')) {
    mkdirSync(path.join(folder, `src/${from}/deep`), { recursive: true })
    // One from the package's folder, and one from a folder inside.
    for (const [file, up] of [
      [`${to}.ts`, '../'],
      [`deep/${to}.ts`, '../../'],
    ] as const)
      writeFileSync(path.join(folder, `src/${from}`, file), `export { planted } from '${up}${to}/deep/planted.ts'\n`)
  }
  for (const from of names.slice(0, -1))
    writeFileSync(path.join(folder, `src/${from}/sample.ts`), "export { planted } from './testing/planted.ts'\n")
  writeFileSync(path.join(folder, 'src/contract/library.ts'), "export { Hono } from 'hono'\n")
  writeFileSync(path.join(folder, 'src/form/disk.ts'), "export { readFile } from 'node:fs'\n")
  writeFileSync(path.join(folder, 'src/sandbox/rule.ts'), "export { trim } from '../contract/text.ts'\n")
  writeFileSync(path.join(folder, 'src/sandbox/fields.ts'), "export { any } from '../contract/request-fields.ts'\n")
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [path.join(root, 'node_modules/oxlint/bin/oxlint'), '--format=unix', 'src'],
    { cwd: folder },
  ).catch((error: { stdout: string }) => error)
  const refused = stdout
    .split('\n')
    .filter((line) => line.includes('no-restricted-imports'))
    .map((line) => /src\/[\w/]+\.ts/.exec(line)?.[0])
  const expected = [
    ...directions
      .filter(({ from, to }) => from !== 'wordpress' && !open[from]?.includes(to))
      .flatMap(({ from, to }) => [`src/${from}/${to}.ts`, `src/${from}/deep/${to}.ts`]),
    ...names.slice(0, -1).map((from) => `src/${from}/sample.ts`),
    'src/contract/library.ts',
    'src/form/disk.ts',
    'src/sandbox/rule.ts',
    'src/sandbox/fields.ts',
  ]
  expect(new Set(refused)).toEqual(new Set(expected))
})

it.each(['demo', 'e2e'])('%s uses the packages by their names, as a partner does', (folder) => {
  const files = readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.(tsx?|mjs)$/.test(file) && !/(^|[\\/])node_modules[\\/]/.test(file),
  )
  const wrong = files.flatMap((file) =>
    [...readFileSync(path.join(root, folder, file), 'utf8').matchAll(/(?:from|import|import\() ?'(\.[^']+)'/g)]
      .map((match) => path.relative(root, path.join(root, folder, path.dirname(file), match[1] ?? '')))
      .map((target) => target.split(path.sep).join('/'))
      .filter((target) => target.startsWith('src/') && !/^src\/\w+\/testing\//.test(target))
      .map((target) => `${file} imports ${target}`),
  )
  expect(files.length).toBeGreaterThan(10)
  expect(wrong).toEqual([])
})
