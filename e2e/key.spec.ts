/** The key is neither in a refusal at the start nor in a built file, in any encoding. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { packageFolders } from '../.ci/packages.mjs'
import { root } from './child.ts'
import { sandboxKey } from './stack.ts'
import { expect, test } from './test.ts'

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

test('a key that the BFF rejects at the start is not printed @main', async ({ stack }) => {
  await stack.killBff()
  const secret = 'KEYCANARY:7q+Zx~wv'
  const refusal = await stack.startBff({ API_KEY_SECRET: secret }).then(
    () => 'it started',
    (error: unknown) => String(error),
  )
  expect(refusal).toContain('API_KEY_SECRET')
  expect(found(refusal, { id: sandboxKey.id, secret })).toEqual([])
})

test("no built file contains a key, except the sandbox's own, which is public @main", () => {
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
