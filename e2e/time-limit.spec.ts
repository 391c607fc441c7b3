/** What the report shows of a test that hangs. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { listenOnFreePort } from '../src/contract/testing/listen-on-free-port.ts'
import { root } from './child.ts'

const html = `<!doctype html><title>Hanging</title><p>Loading</p>
<script>console.log('a message'); fetch('/silent')</script>`

const own = (file: string) => JSON.stringify(path.join(root, file))

/** A test with a page of its own and one that never answers, whose time is over once both are open. */
const spec = (url: string) => `import { test } from ${own('e2e/engines/engine-test.ts')}
test('hangs', async ({ browser, page }) => {
  await page.goto('${url}/first')
  const other = await (await browser.newContext()).newPage()
  await other.goto('${url}/other')
  await other.evaluate(() => void setTimeout(() => { for (;;); }))
  test.setTimeout(1)
  await new Promise(() => {})
})`

test('a test whose time is over is reported with its pages, their console and their open requests', async () => {
  const server = createServer((request, response) => {
    if (request.url !== '/silent') response.writeHead(200, { 'content-type': 'text/html' }).end(html)
  })
  const { port, close } = await listenOnFreePort(server)
  const url = `http://127.0.0.1:${port}`
  const folder = await mkdtemp(path.join(os.tmpdir(), 'voter-registration-time-limit-'))
  await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  await writeFile(path.join(folder, 'hangs.spec.mts'), spec(url))
  await writeFile(
    path.join(folder, 'config.mts'),
    `import { engine } from ${own('e2e/engines/engine.ts')}
export default { reporter: 'json', use: engine(process.env.E2E_ENGINE) }`,
  )
  const program = path.join(root, 'node_modules/@playwright/test/cli.js')
  const report = await new Promise<string>((resolve) => {
    const args = [program, 'test', '-c', 'config.mts']
    execFile(process.execPath, args, { cwd: folder }, (_error, stdout) => resolve(stdout))
  })
  const { stats, suites } = JSON.parse(report)
  const [{ body }] = suites[0].specs[0].tests[0].results[0].attachments
  const output = Buffer.from(body, 'base64').toString()
  expect(output).toContain(`${url}/first\ntitle:\n  Hanging\nconsole:\n  log: a message\n`)
  expect(output).toContain(`open requests:\n  GET ${url}/silent\n`)
  expect(output).toMatch(/text:\n.*Loading/)
  expect(output).toContain(`${url}/other\ntitle:\n  no answer within 5 s`)
  expect(stats.unexpected).toBe(1)
  await rm(folder, { recursive: true })
  await close()
})
