import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { sentenceOnError } from './sentence-on-error.ts'

const refused = { syscall: 'open', path: '/srv/sheet.html' }

it('names the file that an error is about, and no port', () => {
  const error = Object.assign(new Error('CANARY'), { code: 'EACCES', ...refused })
  expect(sentenceOnError(error)).toBe('"/srv/sheet.html" cannot be read or written: this user may not.')
  const other = Object.assign(new Error('CANARY'), { code: 'EMFILE', ...refused })
  expect(sentenceOnError(other)).toBe('"/srv/sheet.html" cannot be read or written: EMFILE.')
})

it('says why a file cannot be written', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'voter-registration-error-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const at = (...names: string[]) => path.join(folder, ...names)
  mkdirSync(at('folder'))
  writeFileSync(at('file'), '')
  const sentence = (place: string) => writeFile(place, '').catch((error: unknown) => sentenceOnError(error))
  expect(await sentence(at('folder'))).toMatch(/folder" cannot be read or written: it is a folder\.$/)
  expect(await sentence(at('none', 'a'))).toMatch(/a" .*: there is no such file or folder\.$/)
  expect(await sentence(at('file', 'a'))).toMatch(/a" .*: what should be a folder is a file\.$/)
})
