/** A person's request under a state's privacy law: their receipts are found by the phone number, and name nobody afterwards. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { beforeAll, expect, it } from 'vitest'
import { aRequest } from '../../contract/testing/samples.ts'
import { serve } from '../serve.ts'
import { openSqlite } from '../storage/sqlite.ts'
import { bffSchema } from '../store/schema.ts'
import { register, serverAt, theOptions } from '../testing/bff-requests.ts'
import { runInTerminal } from '../testing/run-in-terminal.ts'
import { sharedFakeService } from '../testing/shared-fake-service.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { runCli } from './run-cli.ts'

const service = await sharedFakeService()
const dataDir = temporaryFolder()
const encryptionKey = 'ab'.repeat(32)
const [phone, other] = ['+16175550100', '+16175550199']

beforeAll(async () => {
  const server = await serve({ ...theOptions(service.url), encryptionKey, dataDir, port: 0 }, { log: () => undefined })
  const bff = serverAt(() => server.url)
  for (const number of [phone, phone, other]) {
    expect((await register(bff, { body: aRequest({ phone: number }) })).status).toBe(200)
  }
  await server.close()
})

/** Runs the command with a number on standard input. */
async function ask(name: 'find' | 'forget', typed: string) {
  const before = Object.getOwnPropertyDescriptor(process, 'stdin') ?? {}
  Object.defineProperty(process, 'stdin', { value: Readable.from([typed]), configurable: true })
  const ended = await runInTerminal(runCli, ['consent', name], { DATA_DIR: dataDir, ENCRYPTION_KEY: encryptionKey })
  Object.defineProperty(process, 'stdin', before)
  return ended
}

/** The receipts' HMACs, as a program beside the server reads them. */
async function hmacs(): Promise<unknown[]> {
  const visitor = await openSqlite(dataDir, 'visitor', { schema: bffSchema })
  const rows = await visitor.query('SELECT phone_hmac FROM bff_receipt ORDER BY seq')
  await visitor.close()
  return rows.map((row) => row.phone_hmac)
}

it('consent find and forget find and delete the receipts of a number in any spelling, and of no other number', async () => {
  const [first, second, third] = await hmacs()
  expect(first).toBe(second)
  const found = await ask('find', '(617) 555-0100\n')
  expect(found.code).toBe(0)
  expect(found.out.trim().split('\n')).toHaveLength(3)
  expect(found.out).toMatch(/^time,reference,/)
  expect(found.out + found.err).not.toMatch(/5550100|555-0100/)

  const forgot = await ask('forget', phone)
  expect(forgot).toMatchObject({ code: 0, out: '2 receipts had this number, which is now removed.\n' })
  expect(await hmacs()).toEqual([null, null, third])
  const bytes = readdirSync(dataDir)
    .map((file) => readFileSync(path.join(dataDir, file), 'latin1'))
    .join('')
  expect(bytes.includes(String(first))).toBe(false)
  expect(bytes.includes(String(third))).toBe(true)

  const again = await ask('find', phone)
  expect(again.code).toBe(1)
  expect(again.err).toContain('No receipt has this number.')
})

it.each(['', '555-0100'])(
  'consent find and forget ask for a whole phone number and change nothing: "%s"',
  async (typed) => {
    const { code, err } = await ask('forget', typed)
    expect(code).toBe(2)
    expect(err).toContain('This is not a phone number. Write it with its area code')
  },
)
