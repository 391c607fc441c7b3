/** What `check` says about state law, with the rows of docs/law.md. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readOptions } from '../config/environment.ts'
import { readOperatorText } from '../config/operator-file.ts'
import type { BffOptions } from '../config/options.ts'
import type { WrittenNotice } from '../notices/written-notice.ts'
import { serviceEnvironment } from '../testing/service-environment.ts'
import { checkLaw } from './check/check-law.ts'
import { runCli } from './run-cli.ts'

const [, sample = ''] = /```json\n([\s\S]*?)```/.exec(readFileSync('docs/law.md', 'utf8')) ?? []
const rows: WrittenNotice[] = JSON.parse(sample)

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'law-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function envWith(notices: readonly WrittenNotice[], change: Record<string, string> = {}) {
  const file = path.join(folder, 'notices.json')
  writeFileSync(file, JSON.stringify(notices))
  return serviceEnvironment({ NOTICE_FILE: file, API_KEY_SECRET: 'secret', DATA_DIR: folder, ...change })
}

const findingsOf = (env: Record<string, string>, change: Partial<BffOptions> = {}) =>
  checkLaw({ ...readOptions(env, readOperatorText), ...change }, Date.parse('2026-10-05T12:00:00Z'))

async function onDay(day: string, env = envWith(rows), ...flags: string[]) {
  let text = ''
  const add = (more: string) => {
    text += more
  }
  const end = await runCli(['check', '--as-of', day, ...flags], env, { out: add, err: add })
  return { text, code: end.type === 'over' ? end.code : undefined }
}

it('warns where the hosted page fills in fields and nobody has decided about the states with a law', () => {
  const on = { PAGE_PREFILL: 'first_name' }
  const [open] = findingsOf(envWith([], on))
  expect(open).toMatchObject({ name: 'prefill', state: 'warning' })
  expect(open?.seen).toContain('LA (HB 506 of 2024) and TN')
  expect(findingsOf(envWith([]))[0]).toMatchObject({ state: 'ok' })
  expect(findingsOf(envWith(rows, on))[0]).toMatchObject({ state: 'ok' })
  const decided: WrittenNotice = { prefill: 'on', states: ['TN', 'LA'], source: 'Counsel' }
  expect(findingsOf(envWith([decided], on))[0]).toMatchObject({ state: 'ok' })
  const later = findingsOf(envWith([{ ...decided, from: '2026-10-06T00:00:00-04:00' }], on))
  expect(later[0]).toMatchObject({ state: 'warning' })
})

it('names the conflict of a text program with sharing', () => {
  const sms = { partnerSmsProgram: true, partnerSmsName: 'River City Alerts', partnerSmsMonthly: 4 }
  const [, found] = findingsOf(envWith([]), sms)
  expect(found).toMatchObject({ name: 'text program', state: 'warning' })
  expect(found?.seen).toContain('River City Alerts')
  expect(findingsOf(envWith([]))).toHaveLength(1)
})

it('prints what voters read on a day: the rows of that day alone, with source and date', async () => {
  const before = await onDay('2026-10-04')
  expect(before.code).toBe(0)
  expect(before.text).toContain('What voters read on 2026-10-04. Not legal advice.')
  expect(before.text).toContain('- TN LA; prefill off; "Please type')
  expect(before.text).toContain('- AZ; to bring; "Arizona asks')
  expect(before.text).toContain('checked 2026-07-04')
  expect(before.text).toContain('- FL; at kiosk; "This drive')
  expect(before.text).not.toContain('online closed')
  expect((await onDay('2026-10-06')).text).toContain('- NM; online closed; "Online registration is closed')
})

it.each([
  ['2026-12-01', '2026-12-01T00:00:00-05:00', false],
  ['2026-12-01', '2026-12-01T00:00:01-05:00', true],
  ['2026-07-01', '2026-07-01T00:00:00-04:00', false],
  ['2026-07-01', '2026-07-01T00:00:01-04:00', true],
])('begins at midnight in New York, in summer and winter: %s, for a row to %s', async (day, to, isRead) => {
  const { text } = await onDay(day, envWith([{ text: { en: 'Until then.' }, to }]))
  expect(text.includes('Until then.')).toBe(isRead)
})

it.each([
  ['2026-12-01', '2026-12-02T00:00:00-10:00', false],
  ['2026-12-01', '2026-12-01T23:59:59-10:00', true],
])('ends at midnight in Honolulu: %s, for a row from %s', async (day, from, isRead) => {
  const { text } = await onDay(day, envWith([{ text: { en: 'From then.' }, from }]))
  expect(text.includes('From then.')).toBe(isRead)
})

it('prints the rows of a day as JSON for programs, a line for each', async () => {
  const { text } = await onDay('2026-10-04', envWith(rows), '--json')
  const read = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const [first, ...others] = rows.filter(({ closes }) => closes === undefined)
  expect(read).toMatchObject([{ partner: expect.any(String), ...first }, ...others])
})

it('refuses what is no day, and reads no file that is wrong', async () => {
  for (const day of ['5 October', '2026-02-31', '2027-02-29']) expect(await onDay(day)).toMatchObject({ code: 2 })
  const wrong = await onDay('2026-10-05', envWith([{ prefill: 'off', states: ['TN'] }]))
  expect(wrong.code).toBe(2)
  expect(wrong.text).toContain('notices.0.source is missing')
})
