/** The key never leaves the BFF's memory: not in a response, a log line, an error page or a built file, in any encoding. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { bffPaths } from 'voter-registration/contract'
import { packageFolders } from '../.ci/packages.mjs'
import { root } from './child.ts'
import { aVoter, playing } from './people.ts'
import { sandboxKey } from './stack.ts'
import { expect, test } from './test.ts'
import { watch } from './watcher.ts'

const base64 = (text: string) => Buffer.from(text).toString('base64')

/** Returns the encodings in which a secret may leak by accident. */
function writings({ id, secret }: { id: string; secret: string }): string[] {
  // A secret inside a longer base64 text appears as one of three middle parts, by its offset.
  const middles = [0, 1, 2].map((offset) => base64('x'.repeat(offset) + secret).slice(offset === 0 ? 0 : 4, -4))
  const all = [secret, encodeURIComponent(secret), base64(`${id}:${secret}`), ...middles]
  return [...new Set([...all, ...all.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'))])]
}

const found = (text: string, key: { id: string; secret: string }) =>
  writings(key).filter((writing) => text.toLowerCase().includes(writing.toLowerCase()))

const headersOf = (origin: string) => ({
  Origin: origin,
  'Content-Type': 'application/json',
  'Idempotency-Key': crypto.randomUUID(),
  'Consent-Version': 'none',
})

/** Returns malformed and probing requests to the BFF. */
function pokes(origin: string): [string, RequestInit][] {
  const post = (body: string, headers: Record<string, string> = {}) => ({
    method: 'POST',
    headers: { ...headersOf(origin), ...headers },
    body,
  })
  return [
    ['/', {}],
    ['/no-such-page', {}],
    ['/%E0%A4%A', {}],
    ['/.env', {}],
    ['/dist/server/cli.js', {}],
    [bffPaths.health, {}],
    [bffPaths.settings, {}],
    [bffPaths.settings, { headers: { Origin: 'https://other.example' } }],
    [bffPaths.registrations, {}],
    [bffPaths.registrations, { method: 'OPTIONS', headers: { Origin: origin } }],
    [bffPaths.registrations, post('{')],
    [bffPaths.registrations, post('null')],
    [bffPaths.registrations, post('[]')],
    [bffPaths.registrations, post('{"__proto__":{"x":1}}')],
    [bffPaths.registrations, post('x'.repeat(100_000))],
    [bffPaths.registrations, post('{}', { 'Content-Type': 'text/plain' })],
    [bffPaths.registrations, post('{}', { 'Idempotency-Key': 'no uuid' })],
    [bffPaths.registrations, post('{}', { Authorization: 'Basic Og==' })],
    [bffPaths.registrations, { method: 'DELETE', headers: { Origin: origin } }],
    [bffPaths.presses, post('{"press":"forged"}')],
    [bffPaths.presses, post('{"press":1}')],
  ]
}

for (const { name, key } of [
  { name: 'the right key', key: sandboxKey },
  { name: 'a wrong key', key: { id: sandboxKey.id, secret: 'KEYCANARY/7q+Zx~wv=%20&9' } },
]) {
  test(`${name} is in no answer and no log line, whatever is sent and whatever the service does (R-A102)`, async ({
    context,
    form,
    stack,
  }) => {
    await stack.killBff()
    await stack.startBff({ API_KEY_SECRET: key.secret, LOG_LEVEL: 'debug' })
    const before = stack.output().length
    const watched = watch(context)
    const answers: string[] = []
    for (const [where, request] of pokes(stack.site)) {
      const response = await fetch(stack.bff + where, request)
      const headers = JSON.stringify([...response.headers])
      const body = await response.text()
      answers.push(`${where} ${response.status} ${headers} ${body}`)
      expect(response.headers.get('www-authenticate')).toBeNull()
    }
    for (const scenario of ['ok', 'auth', 'html-500', 'reset', 'bad-json', 'field-errors', 'track-fails']) {
      await form.open()
      await form.register(aVoter({ email: playing(scenario) }))
      await expect(form.root).not.toHaveAttribute('data-step', 'sending')
    }
    await watched.settled()
    const seen = [...answers, ...watched.responses.map((response) => JSON.stringify(response)), ...watched.console]
    expect(answers.length).toBeGreaterThan(15)
    expect(seen.filter((text) => found(text, key).length > 0)).toEqual([])
    expect(found(stack.output().slice(before), key)).toEqual([])
    expect(stack.output().length, 'the BFF logs').toBeGreaterThan(before)
    await stack.killBff()
  })
}

test('a key that the BFF refuses at the start is not printed @main', async ({ stack }) => {
  await stack.killBff()
  const secret = 'KEYCANARY:7q+Zx~wv'
  const refusal = await stack.startBff({ API_KEY_SECRET: secret }).then(
    () => 'it started',
    (error: unknown) => String(error),
  )
  expect(refusal).toContain('API_KEY_SECRET')
  expect(found(refusal, { id: sandboxKey.id, secret })).toEqual([])
})

test("no built file has a key in it, but for the sandbox's own, which is public @main", () => {
  const files = ['dist', ...Object.values(packageFolders).map((folder) => `${folder}/dist`)]
    .flatMap((folder) => readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
  const withKey = files.filter((file) => found(readFileSync(path.join(root, file), 'utf8'), sandboxKey).length > 0)
  expect(files.length).toBeGreaterThan(20)
  expect(
    withKey.filter(
      (file) =>
        !/^(src\/(server\/dist\/server\/commands|(sandbox|civic)\/dist\/sandbox)|dist\/demo-server)\//.test(file),
    ),
  ).toEqual([])
  // Source maps exist only for the script files: code that a page loads anyway, not the server's.
  expect(
    files.filter((file) => file.endsWith('.map') && !/^(dist\/(demo\/)?|src\/form\/dist\/)element\//.test(file)),
  ).toEqual([])
})
