/** Imports every door of the packed package in Node, and requests the hosted page from the BFF. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

const { exports } = JSON.parse(readFileSync('node_modules/voter-registration-server/package.json', 'utf8'))
const doors = Object.keys(exports).filter((door) => door !== './package.json')
for (const door of doors) {
  const opened = await import(`voter-registration-server/${door.slice(2)}`)
  assert.ok(Object.keys(opened).length > 0, `${door} exports something`)
}
const { createBff } = await import('voter-registration-server/bff')
const { hostedPage } = await import('voter-registration-server/hosted')
const { scriptFiles } = await import('voter-registration-server/node')

const [apiKeyId, apiKeySecret] = ['00000000-0000-4000-8000-000000000001', 'sandbox-secret']
const bff = createBff(
  { upstreamUrl: 'http://127.0.0.1:8788', apiKeyId, apiKeySecret, allowedOrigins: ['https://partner.example'] },
  { page: hostedPage(), scripts: scriptFiles(), log: () => {} },
)
const page = await bff.fetch(new Request('https://register.partner.example/form'))
assert.equal(page.status, 200, await page.clone().text())
assert.match(await page.text(), /autocomplete="[^"]*given-name"/i)
const { version } = JSON.parse(readFileSync('node_modules/voter-registration-server/package.json', 'utf8'))
const script = (file) => bff.fetch(new Request(`https://register.partner.example/element/${version}/${file}`))
const hashes = await (await script('integrity.json')).json()
assert.ok(Object.keys(hashes).length > 5)
for (const [file, hash] of Object.entries(hashes)) {
  const digest = createHash('sha384')
    .update(await (await script(file)).text())
    .digest('base64')
  assert.equal(`sha384-${digest}`, hash, `${file} as the BFF serves it`)
}
console.log(`every door of voter-registration-server opens in Node ${process.versions.node}: ${doors.join(' ')}`)
process.exit(0)
