import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { readTracking } from '../../contract/campaign.ts'
import { qrCode } from '../qr-code.ts'
import { runInTerminal } from '../testing/run-in-terminal.ts'
import { runCli } from './run-cli.ts'

const link = (...args: string[]) => runInTerminal(runCli, ['link', ...args], {})
const page = 'https://vote.example.org/form?lang=es'

it('prints a link for each source, which the server reads as it was given', async () => {
  const { out, code } = await link(page, 'Table 2', 'church, 5|3', '--campaign', 'fall', '--partner', 'acme')
  expect(code).toBe(0)
  const urls = out.match(/https:.*/g) ?? []
  expect(urls[0]).toBe('https://vote.example.org/form?lang=es&partner=acme&utm_campaign=fall&source=Table+2')
  expect(urls.map((url) => readTracking(new URL(url).search.slice(1), []))).toEqual([
    { source: 'Table 2', utm_campaign: 'fall' },
    { source: 'church, 5|3', utm_campaign: 'fall' },
  ])
})

it('writes a sheet with the name, the QR code and the address of each link', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'voter-registration-link-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const to = path.join(folder, 'sheet.html')
  const { err } = await link(page, 'Table 1', 'Table 2', '--name', 'shift', '--to', to)
  expect(err).toBe('The server keeps "shift" with ATTRIBUTION_PARAMS=shift.\n')
  const sheet = readFileSync(to, 'utf8')
  expect(sheet.match(/<h1>.*<\/h1>/g)).toEqual(['<h1>Table 1</h1>', '<h1>Table 2</h1>'])
  for (const shift of ['Table+1', 'Table+2']) {
    const url = `https://vote.example.org/form?lang=es&shift=${shift}`
    expect(sheet).toContain(`<path d="${qrCode(url)?.path}"/>`)
    expect(sheet).toContain(`>${url.replace('&', '&amp;')}</a>`)
  }
})

it.each([
  [
    ['vote.example.org', 'a'],
    'PAGE is not the address of a page, such as https://vote.example.org/register, got "vote.example.org".',
  ],
  [
    [page, 'jane@example.org'],
    '"jane@example.org" would be dropped: up to 100 letters, digits and plain signs, and nothing like an address or a phone number.',
  ],
  [[page, 'a', '--name', 'x y'], '--name has "x y", which is no name of small letters, digits and _.'],
  [[page, 'a', '--name', 'partner'], '--name has "partner", which has a meaning already.'],
  [[page, 'a', '--name', 'day'], '--name has "day", which has a meaning already.'],
  [
    [page, 'a', '--name', 'utm_campaign', '--campaign', 'Z'],
    '--name utm_campaign carries the campaign: leave out --campaign.',
  ],
  [
    [`${page}&x=${'x'.repeat(2300)}`, 'a', '--to', '/nowhere/sheet.html'],
    'The link of "a" has 2349 characters; a QR code has at most 2331.',
  ],
  [[page], 'link takes PAGE SOURCE…, got "https://vote.example.org/form?lang=es".'],
])('refuses what would not arrive, and says why: case %#', async (args, sentence) => {
  const { code, err } = await link(...args)
  expect([code, err.split('\n')[0]]).toEqual([2, sentence])
})

it('names the file that it cannot write, and why', async () => {
  const { code, err } = await link(page, 'a', '--to', '/nowhere/sheet.html')
  expect([code, err]).toEqual([
    1,
    '"/nowhere/sheet.html" cannot be read or written: there is no such file or folder.\n',
  ])
})
