/** Every variable of the BFF, missing, malformed or in contradiction to another: the command exits with 2, and one sentence
 *  names the variable, shows its value, and says what to do. */
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import type { variables } from '../config/options-table.ts'
import { serviceEnvironment } from '../testing/service-environment.ts'
import { runCli } from './run-cli.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'voter-registration-configuration-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const secret = 'SECRETCANARY0123456789'
const sandboxId = '00000000-0000-4000-8000-000000000001'

/** A valid configuration for a real service. No request is sent with it: each test breaks it. */
const good = serviceEnvironment({
  API_KEY_SECRET: secret,
  DATA_DIR: path.join(folder, 'data'),
  PORT: '0',
  LOG_LEVEL: 'error',
})
const civic = { CIVIC_URL: 'https://civic.example', CIVIC_KEY_ID: 'id', CIVIC_KEY_SECRET: secret }

interface Row {
  /** Whether it is required. */
  needed: boolean
  /** Invalid values, each with whether the sentence shows it. None: any text is valid. */
  malformed: [value: string, seen: 'seen' | 'not seen'][]
  /** Contradictions, as changes of the valid configuration. */
  contradicts?: Record<string, string>[]
}

const address: Row['malformed'] = [
  ['http://service.example/page', 'seen'],
  ['service.example/page', 'seen'],
  [`https://user:${secret}@service.example/`, 'not seen'],
  [secret, 'not seen'],
]
const port: Row['malformed'] = [
  ['http', 'seen'],
  ['-1', 'seen'],
  ['65536', 'seen'],
  ['80.5', 'seen'],
]
const days: Row['malformed'] = [
  ['0', 'seen'],
  ['ever', 'seen'],
  ['1e3', 'seen'],
]

const rows: Record<(typeof variables)[keyof typeof variables], Row> = {
  UPSTREAM_URL: { needed: true, malformed: [...address, [`https://service.example/?key=${secret}`, 'not seen']] },
  API_KEY_ID: { needed: true, malformed: [[secret, 'not seen']], contradicts: [{ API_KEY_ID: sandboxId }] },
  API_KEY_SECRET: {
    needed: true,
    malformed: [
      [`${secret}:x`, 'not seen'],
      [`${secret}é`, 'not seen'],
    ],
  },
  OLD_API_KEY_ID: {
    needed: false,
    malformed: [[secret, 'not seen']],
    contradicts: [{ OLD_API_KEY_SECRET: secret }],
  },
  OLD_API_KEY_SECRET: {
    needed: false,
    malformed: [[`${secret}:x`, 'not seen']],
    contradicts: [{ OLD_API_KEY_ID: '6f1ed002-ab5f-4b7e-9d6b-4d3f3a2b1c0e' }],
  },
  ALLOWED_ORIGINS: {
    needed: true,
    malformed: [
      ['*', 'seen'],
      ['null', 'seen'],
      ['partner.example', 'seen'],
      ['http://partner.example', 'seen'],
      ['https://partner.example/form', 'seen'],
    ],
  },
  SEAL_KEY: {
    needed: false,
    malformed: [
      [secret, 'not seen'],
      [`${'ab'.repeat(32)},${secret}`, 'not seen'],
    ],
  },
  RECEIPT_KEY: { needed: false, malformed: [[secret, 'not seen']] },
  OPERATOR_NAME: { needed: true, malformed: [] },
  OPERATOR_TERMS_URL: { needed: true, malformed: address },
  OPERATOR_PRIVACY_URL: { needed: true, malformed: address },
  NOTICE_FILE: { needed: false, malformed: [['/nowhere/notices.json', 'seen']] },
  PAGE_LOOK_FILE: { needed: false, malformed: [['/nowhere/look.json', 'seen']] },
  PARTNERS_FILE: {
    needed: false,
    malformed: [],
    contradicts: [{ PARTNERS: 'acme', PARTNERS_FILE: '/nowhere/partners.json' }],
  },
  PARTNER_NAME: { needed: true, malformed: [] },
  PARTNER_PRIVACY_URL: { needed: true, malformed: address },
  PARTNER_SMS_PROGRAM: { needed: false, malformed: [['yes', 'seen']] },
  // Without the program these are pointless; with it the voter reads them.
  PARTNER_SMS_NAME: {
    needed: false,
    malformed: [],
    contradicts: [{ PARTNER_SMS_NAME: 'River Alerts' }, { PARTNER_SMS_PROGRAM: 'true', PARTNER_SMS_MONTHLY: '4' }],
  },
  PARTNER_SMS_MONTHLY: {
    needed: false,
    malformed: [
      ['0', 'seen'],
      ['often', 'seen'],
    ],
    contradicts: [{ PARTNER_SMS_MONTHLY: '4' }, { PARTNER_SMS_PROGRAM: 'true', PARTNER_SMS_NAME: 'River Alerts' }],
  },
  PARTNER_SMS_CODE: { needed: false, malformed: [['1234', 'seen']], contradicts: [{ PARTNER_SMS_CODE: '12345' }] },
  OFFICIAL_SITE_URL: { needed: true, malformed: address },
  CHECK_REGISTRATION_URL: { needed: false, malformed: address },
  UNDER_18_URL: { needed: false, malformed: address },
  REHEARSAL: { needed: false, malformed: [['yes', 'seen']] },
  ATTRIBUTION_PARAMS: {
    needed: false,
    malformed: [
      ['Shift', 'seen'],
      ['email', 'seen'],
      ['utm_source', 'seen'],
    ],
  },
  LEAST_FORM_VERSION: {
    needed: false,
    malformed: [
      ['1', 'seen'],
      ['v0.1.0', 'seen'],
      ['latest', 'seen'],
    ],
    // It would refuse the form on the BFF's own page.
    contradicts: [{ LEAST_FORM_VERSION: '99.0.0' }],
  },
  WORDING_FILE: { needed: false, malformed: [['/nowhere/wording.json', 'seen']] },
  // The approved version is not the one that is shown.
  WORDING_APPROVED: {
    needed: true,
    malformed: [['en-00000000', 'seen']],
    contradicts: [{ PARTNER_SMS_PROGRAM: 'true', PARTNER_SMS_NAME: 'River Alerts', PARTNER_SMS_MONTHLY: '4' }],
  },
  CIVIC_URL: {
    needed: false,
    malformed: [
      ['civic.example', 'seen'],
      ['https://civic.example/v2/', 'seen'],
      [`https://x:${secret}@civic.example`, 'not seen'],
    ],
    contradicts: [{ CIVIC_KEY_ID: 'id', CIVIC_KEY_SECRET: secret }],
  },
  CIVIC_KEY_ID: {
    needed: false,
    malformed: [[`${secret}:`, 'not seen']],
    contradicts: [
      { CIVIC_URL: 'https://civic.example', CIVIC_KEY_SECRET: secret },
      { ...civic, CIVIC_KEY_ID: sandboxId },
    ],
  },
  CIVIC_KEY_SECRET: {
    needed: false,
    malformed: [[`${secret}:`, 'not seen']],
    contradicts: [{ CIVIC_URL: 'https://civic.example', CIVIC_KEY_ID: 'id' }],
  },
  CIVIC_VERSION: { needed: false, malformed: [['3', 'seen']] },
  CIVIC_FIELDS: { needed: false, malformed: [['Gov Tool', 'seen']] },
  UPTIME_URL: {
    needed: false,
    malformed: [
      ['uptime.example', 'seen'],
      ['https://uptime.example/v1', 'seen'],
    ],
  },
  UPTIME_KEY_ID: {
    needed: false,
    malformed: [[`${secret}:`, 'not seen']],
    contradicts: [{ UPTIME_URL: 'https://uptime.example', UPTIME_KEY_SECRET: secret }],
  },
  UPTIME_KEY_SECRET: {
    needed: false,
    malformed: [[`${secret}:`, 'not seen']],
    contradicts: [{ UPTIME_URL: 'https://uptime.example', UPTIME_KEY_ID: 'id' }],
  },
  UPTIME_CACHE_SECONDS: { needed: false, malformed: days, contradicts: [{ UPTIME_CACHE_SECONDS: '60' }] },
  MONITOR_URL: { needed: false, malformed: address },
  BASE_PATH: {
    needed: false,
    malformed: [
      ['api/', 'seen'],
      ['/api/', 'seen'],
    ],
  },
  PAGE: { needed: false, malformed: [['maybe', 'seen']] },
  PAGE_LAYOUT: { needed: false, malformed: [['wizard', 'seen']] },
  PAGE_URL: { needed: false, malformed: address },
  PAGE_PREFILL: {
    needed: false,
    malformed: [
      ['sms_opt_in', 'seen'],
      ['firstName', 'seen'],
    ],
  },
  PARTNERS: { needed: false, malformed: [['acme,river city', 'seen']] },
  PHONE_COUNTRIES: {
    needed: false,
    malformed: [
      ['CA,UK', 'seen'],
      ['ca', 'seen'],
    ],
  },
  LOG_LEVEL: { needed: false, malformed: [['loud', 'seen']] },
  RATE_LIMITS: {
    needed: false,
    malformed: [
      ['many', 'seen'],
      ['phone=0/60', 'seen'],
      ['fax=1/60', 'seen'],
    ],
  },
  UNLIMITED_NETWORKS: { needed: false, malformed: [['203.0.113.1/24', 'seen']] },
  TRUST_PROXY_HOPS: {
    needed: false,
    malformed: [
      ['11', 'seen'],
      ['all', 'seen'],
    ],
  },
  PUBLIC_HOSTS: { needed: false, malformed: [['https://register.partner.example', 'seen']] },
  DRAFTS: { needed: false, malformed: [['yes', 'seen']] },
  CONSENT_ORDER: { needed: false, malformed: [['translation', 'seen']] },
  BOT_CHECK: { needed: false, malformed: [['yes', 'seen']], contradicts: [{ BOT_CHECK: 'proof', RATE_LIMITS: 'off' }] },
  BREAKER: { needed: false, malformed: [['maybe', 'seen']] },
  IN_FLIGHT: {
    needed: false,
    malformed: [
      ['0', 'seen'],
      ['many', 'seen'],
    ],
  },
  WAITING_ROOM: {
    needed: false,
    malformed: [
      ['65537', 'seen'],
      ['many', 'seen'],
    ],
  },
  METRICS_PORT: { needed: false, malformed: port, contradicts: [{ METRICS_PORT: '8787', PORT: '' }] },
  // Its malformed value is a path that cannot be a folder.
  DATA_DIR: {
    needed: true,
    malformed: [['/dev/null/data', 'seen']],
    contradicts: [{ DATABASE_URL: `postgres://user:${secret}@database.example/bff?sslmode=verify-full` }],
  },
  DATABASE_URL: {
    needed: false,
    malformed: [],
    contradicts: [{ DATABASE_URL: 'postgres://bff@database.example/bff?sslmode=verify-full' }],
  },
  OUTBOX_KEEP_DAYS: { needed: false, malformed: days },
  CONSENT_KEEP_DAYS: { needed: false, malformed: days },
  PORT: { needed: false, malformed: port },
  HOST: { needed: false, malformed: [['a b', 'seen']] },
}

/** Returns the lines of the command's message for a configuration with this change. */
async function refusal(change: Record<string, string>): Promise<string[]> {
  let said = ''
  const end = await runCli(
    ['bff'],
    { ...good, ...change },
    {
      out: () => undefined,
      err: (text) => {
        said += text
      },
    },
  )
  if (end.type === 'running') await end.close()
  expect(end).toEqual({ type: 'over', code: 2 })
  expect(said).not.toContain('CANARY')
  expect(said).not.toMatch(/^\s+at /m)
  return said.split('\n').filter((line) => line.startsWith('- '))
}

/** Words that tell the operator what to do. */
const advice = /\b(Set|Write|Use|Make|List|Keep|Show|Count|Leave|Check|Pass|It is JSON|Is DATA_DIR)\b/

/** A change of the good configuration, and whether the one line that refuses it is right. */
interface Case {
  change: Record<string, string>
  isRight: (line: string) => boolean
}

const missing = Object.entries(rows)
  .filter(([, { needed }]) => needed)
  .map(
    ([variable]): Case => ({
      change: { [variable]: '' },
      isRight: (line) => new RegExp(`^- ${variable} (is missing|does not name)`).test(line),
    }),
  )

const malformed = Object.entries(rows).flatMap(([variable, row]) =>
  row.malformed.map(
    ([value, seen]): Case => ({
      change: { ...around(variable), [variable]: value },
      isRight: (line) =>
        (variable === 'DATA_DIR' || line.startsWith(`- ${variable} `)) && line.includes(value) === (seen === 'seen'),
    }),
  ),
)

const contradictory = Object.entries(rows).flatMap(([variable, { contradicts = [] }]) =>
  contradicts.map((change): Case => ({ change, isRight: (line) => line.includes(variable) })),
)

it.each([
  ['missing', missing],
  ['malformed', malformed],
  ['contradictory', contradictory],
])(
  'each %s variable is refused in one line that names it, with its value unless secret, and what to do',
  async (_, cases) => {
    const wrong: string[] = []
    for (const { change, isRight } of cases) {
      const lines = await refusal(change)
      const [line = ''] = lines
      if (lines.length !== 1 || !advice.test(line) || !isRight(line))
        wrong.push(`${JSON.stringify(change)}: ${lines.join(' | ')}`)
    }
    expect(cases.length).toBeGreaterThan(0)
    expect(wrong).toEqual([])
  },
)

/** Returns the other variables that a variable needs. */
function around(variable: string): Record<string, string> {
  if (variable.startsWith('CIVIC')) return civic
  if (variable.startsWith('OLD'))
    return { OLD_API_KEY_ID: '6f1ed002-ab5f-4b7e-9d6b-000000000002', OLD_API_KEY_SECRET: secret }
  return variable.startsWith('UPTIME') ? uptimeBut(variable) : {}
}

/** An Uptime API with a complete key, if the variable is one half of it. */
function uptimeBut(variable: string): Record<string, string> {
  const key = variable.includes('KEY') ? { UPTIME_KEY_ID: 'id', UPTIME_KEY_SECRET: secret } : {}
  return { UPTIME_URL: 'https://uptime.example', ...key }
}

it.each([
  ['mysql://user:SECRETCANARY@host/db', 'does not begin with postgres://'],
  ['SECRETCANARY', 'is not an address'],
  ['postgres://user:SECRETCANARY@127.0.0.1:1/db?sslrootcert=/no/such/file', 'cannot be used (ENOENT)'],
])('DATABASE_URL malformed: $0 is refused, and never shown', async (value, says) => {
  const lines = await refusal({ DATA_DIR: '', DATABASE_URL: value })
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('DATABASE_URL')
  expect(lines[0]).toContain(says)
  expect(lines[0]).toMatch(advice)
})
