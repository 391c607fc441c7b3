import { generateKeyPairSync } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { listenOnFreePort } from '../../../contract/testing/listen-on-free-port.ts'
import { runInTerminal } from '../../testing/run-in-terminal.ts'
import { runCli } from '../run-cli.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'voter-registration-record-'))
const at = (...names: string[]) => path.join(folder, ...names)
const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const other = generateKeyPairSync('ed25519')
const pem = { type: 'pkcs8', format: 'pem' } as const
writeFileSync(at('key.pem'), privateKey.export(pem))
writeFileSync(at('other.pem'), other.privateKey.export(pem))
writeFileSync(at('rsa.pem'), generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export(pem))
writeFileSync(at('key.pub'), publicKey.export({ type: 'spki', format: 'pem' }))
afterAll(() => rmSync(folder, { recursive: true }))

const scripts = { 'voter-registration.js': 'let form = "first"\n', 'program.js': 'let program = 1\n' }
const cli = (...args: string[]) => runInTerminal(runCli, args, {})
const record = (files: string, version: string, key = 'key.pem') =>
  cli('record', '--key', at(key), '--log', at('releases.log'), '--files', files, '--version', version, '--quiet')
const verify = (...args: string[]) =>
  cli('verify', '--log', at('releases.log'), '--key', at('key.pub'), '--true', at('pkg/element/2'), ...args)

function write(name: string, files: Readonly<Record<string, string>>): string {
  mkdirSync(at(name), { recursive: true })
  for (const [file, text] of Object.entries(files)) writeFileSync(at(name, file), text)
  return at(name)
}

/** A site whose page loads the form's script from a folder. Files are those of the folder, or have a path. */
async function site(files: Readonly<Record<string, string>>, page = '<script async src="vr/2/voter-registration.js">') {
  const server = createServer(({ url = '' }, response) => {
    const text = url === '/register' ? page : (files[url] ?? files[url.replace('/vr/2/', '')])
    response.writeHead(text === undefined ? 404 : 200).end(text)
  })
  const { port, close } = await listenOnFreePort(server)
  onTestFinished(close)
  return `http://127.0.0.1:${port}/register`
}

beforeEach(async () => {
  rmSync(at('releases.log'), { force: true })
  write('pkg', {
    'sbom.cdx.json': JSON.stringify({
      components: [{ name: 'program.js', components: [{ name: 'react', version: '19.2.0' }] }, { name: 'hono' }],
    }),
  })
  expect(await record(write('old', { ...scripts, 'program.js': 'let program = 0\n' }), '1')).toMatchObject({
    code: 0,
    err: '',
  })
  expect(await record(write('pkg/element/2', scripts), '2')).toMatchObject({ code: 0, err: '' })
})

describe('the log of releases', () => {
  it('has all files of each version with size, hash and components, and grows by a line', async () => {
    const lines = readFileSync(at('releases.log'), 'utf8').trim().split('\n')
    const { release } = JSON.parse(lines[1] ?? '') as { release: string }
    expect(JSON.parse(release)).toMatchObject({
      version: '2',
      released: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      files: {
        'voter-registration.js': { size: 19, integrity: expect.stringMatching(/^sha384-/), components: [] },
        'program.js': { size: 16, components: ['react@19.2.0'] },
      },
    })
    const before = readFileSync(at('releases.log'), 'utf8')
    await record(at('pkg/element/2'), '3')
    expect(readFileSync(at('releases.log'), 'utf8').startsWith(before)).toBe(true)
  })

  it('refuses a folder without files, and a key that is none', async () => {
    const empty = write('empty', {})
    expect(await record(empty, '3')).toMatchObject({
      code: 2,
      err: expect.stringContaining(`--files has no files: "${empty}".`),
    })
    expect((await record(at('nowhere'), '3')).err).toContain(`--files is not a folder: "${at('nowhere')}".`)
    expect((await record(at('key.pem'), '3')).err).toContain('--files is not a folder')
    for (const key of ['key.pub', 'rsa.pem', 'releases.log']) {
      const { code, err } = await record(at('old'), '3', key)
      expect([code, err]).toEqual([1, 'The key is no private Ed25519 key (PEM, without a passphrase).\n'])
    }
  })

  it('takes no version twice, and no line of another key', async () => {
    expect(await record(at('old'), '2')).toMatchObject({
      code: 1,
      err: expect.stringContaining('has version 2 already'),
    })
    const { code, err } = await record(at('old'), '3', 'other.pem')
    expect([code, err]).toEqual([1, 'Line 1 of the log is not signed with this key.\n'])
  })

  it.each([
    [
      'a changed line',
      (lines: string[]) => lines.map((line) => line.replace('sha384-', 'sha384-A')),
      'Line 1 of the log is not signed with this key.',
    ],
    [
      'a removed line',
      (lines: string[]) => lines.slice(1),
      'Line 1 of the log does not follow the line before: one was changed, removed or added.',
    ],
    [
      'lines in another order',
      (lines: string[]) => [lines[1] ?? '', lines[0] ?? ''],
      'Line 1 of the log does not follow',
    ],
    ['something else', () => ['<html>'], 'Line 1 of the log is not a line of a log.'],
  ])('with %s is broken', async (_, change, sentence) => {
    const lines = readFileSync(at('releases.log'), 'utf8').trim().split('\n')
    writeFileSync(at('releases.log'), change(lines).join('\n'))
    const { code, err } = await verify('--files', at('old'))
    expect(code).toBe(1)
    expect(err).toContain(sentence)
  })
})

describe('verify', () => {
  it('says which release a page runs, and where the log has it', async () => {
    const page = await site(scripts)
    const { code, out } = await verify(page)
    expect(out).toContain(`${page.replace('register', 'vr/2/')}\nRelease 2 of `)
    expect(out).toContain('in line 2 of 2 of the log.')
    expect(out).toContain('All files that are there are those of the release.')
    expect(code).toBe(0)
    expect((await verify('--files', at('old'))).out).toContain('Release 1 of ')
  })

  it.each([
    ['let program = 7\n', 'byte 15 of 16 is 0x37 instead of 0x31'],
    ['let program = 1\n// more', 'byte 17 of 16 is 0x2f instead of the end'],
    ['let program', 'byte 12 of 16 is the end instead of 0x20'],
  ])('names the byte that differs: %j', async (text, difference) => {
    const { code, out } = await verify(await site({ ...scripts, 'program.js': text }))
    expect(code).toBe(1)
    expect(out).toMatch(new RegExp(`^program\\.js +differs +${difference}$`, 'm'))
    expect(out).toContain('1 of 2 files are not those of the release.')
  })

  it('compares the file that the tag names, with its query', async () => {
    const changed = { ...scripts, 'voter-registration.js?ver=1&x': 'let form = "fi7st"\n' }
    const page =
      '<script src="/vr/2/voter-registration.js?ver=1&#038;x"></script><script src="vr/2/program.js"></script>'
    const { code, out } = await verify(await site(changed, page))
    expect(out).toMatch(/^voter-registration\.js\?ver=1&x +differs +byte 15 of 19 is 0x37 instead of 0x72$/m)
    expect(code).toBe(1)
  })

  it('compares every folder that a script tag names, and none in a comment', async () => {
    const files = {
      ...scripts,
      '/evil/voter-registration.js': 'let form = "other"\n',
      '/evil/program.js': 'let program = 0\n',
    }
    const page = `<!-- old: <script src="/old/voter-registration.js"></script> -->
      <script src="/vr/2/voter-registration.js"></script><base href="/evil/"><script src="voter-registration.js"></script>`
    const { code, out } = await verify(await site(files, page))
    expect(out).toContain('/vr/2/\nRelease 2 of ')
    expect(out).toContain('/evil/\nRelease 1 of ')
    expect(out).not.toContain('/old/')
    expect(out).toContain('1 of 2 files are not those of the release.')
    expect(code).toBe(1)
  })

  it('names a file that a tag loads, and the release of its folder does not have', async () => {
    await record(write('next', { ...scripts, 'panel.js': 'let panel\n' }), '3')
    const next = { 'voter-registration.js': 'let form = "next"\n', 'program.js': 'let program = 3\n' }
    await record(write('last', next), '4')
    const page = '<script src="vr/2/voter-registration.js"></script><script src="vr/2/panel.js"></script>'
    const { code, out } = await verify(await site({ ...next, 'panel.js': 'let panel\n' }, page))
    expect(out).toContain('Release 4 of ')
    expect(out).toMatch(/^panel\.js +differs +the release has no such file$/m)
    expect(code).toBe(1)
  })

  describe('of the hosted page', () => {
    const own = { '/form/page-1.js': 'let page = 1\n', '/form/later-1.js': 'let later = 1\n' }
    const tags = '<script type="module" src="form/page-1.js"></script>'

    beforeEach(async () => {
      write('pkg/element/3/form', { 'page-1.js': own['/form/page-1.js'], 'later-1.js': own['/form/later-1.js'] })
      expect(await record(write('pkg/element/3', scripts), '3')).toMatchObject({ code: 0 })
    })

    it('compares every script, and none of the script tag', async () => {
      const { code, out } = await verify(await site(own, tags))
      expect(out).toContain('/form/\nRelease 3 of ')
      expect(out).toMatch(/^later-1\.js +same$/m)
      expect(out).not.toContain('program.js')
      expect(code).toBe(0)
      const changed = await verify(
        await site({ ...own, '/form/later-1.js': 'let later = 2\n' }, tags),
        '--true',
        at('pkg/element/3'),
      )
      expect(changed.out).toMatch(/^later-1\.js +differs +byte 13 of 14 is 0x32 instead of 0x31$/m)
      expect(changed.code).toBe(1)
    })

    it('says that bytes differ without the true file', async () => {
      const { out } = await verify(await site({ ...own, '/form/later-1.js': 'let later = 2\n' }, tags))
      expect(out).toMatch(/^later-1\.js +differs +other bytes of the same number$/m)
    })

    it('names a script that no release has', async () => {
      const files = { ...own, '/form/page-2.js': 'let page = 2\n', '/more.js': 'let more\n' }
      const page = `${tags}<script src="form/page-2.js"></script><script src="/more.js"></script>`
      const { code, out } = await verify(await site(files, page))
      expect(out).toMatch(/^page-2\.js +differs +the release has no such file$/m)
      expect(out).toContain('No file is one of a release in the log. Script tags of the page load more.js.')
      expect(code).toBe(1)
    })

    it('compares them in a folder that has them', async () => {
      expect((await verify('--files', at('pkg/element/3'))).out).toMatch(/^form\/page-1\.js +same$/m)
      expect((await verify('--files', at('pkg/element/2'))).out).not.toContain('form/')
    })
  })

  it.each(['--key', '--log'])('names the flag of a file that cannot be read: %s', async (flag) => {
    const { code, err } = await verify('--files', at('old'), flag, at('nowhere'))
    expect([code, err.split('\n')[0]]).toEqual([
      2,
      `${flag} names a file that cannot be read: "${at('nowhere')}". Check that it is there and that this user may read it.`,
    ])
  })

  it('names a folder that is none, and a key that is none', async () => {
    expect((await verify('--files', at('nowhere'))).err).toContain(`--files is not a folder: "${at('nowhere')}".`)
    expect((await verify('--files', at('old'), '--true', at('key.pub'))).err).toContain('--true is not a folder')
    const { code, err } = await verify('--files', at('old'), '--key', at('releases.log'))
    expect([code, err]).toEqual([1, 'The key is no public Ed25519 key (PEM).\n'])
  })

  it('says what is not there, what no release has, and that a page has no form', async () => {
    const { 'voter-registration.js': first } = scripts
    const missing = await verify(await site({ 'voter-registration.js': first }))
    expect(missing.out).toMatch(/^program\.js +not there$/m)
    expect(missing.code).toBe(0)
    expect((await verify('--files', write('own', { 'program.js': 'own' }))).out).toContain(
      'No file is one of a release in the log.',
    )
    expect((await verify(await site(scripts, '<p>No script'))).err).toContain('has no script tag of the form.')
    expect((await verify('www.example.org')).err).toContain('"www.example.org" is not the address of a page')
    expect((await verify()).code).toBe(2)
  })
})
