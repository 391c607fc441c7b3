import { describe, expect, it } from 'vitest'
import { theSettings } from '../../contract/testing/samples.ts'
import { createBff } from '../create-bff.ts'
import type { LogLine } from '../observability/log.ts'
import { ConfigurationError } from '../options/configuration-error.ts'
import { settingsOf } from '../testing/bff-requests.ts'
import { approvedWording, serviceEnvironment } from '../testing/service-environment.ts'
import { ourWording, wordingOf } from '../wording.ts'
import { optionsFromEnvironment, readOptions } from './environment.ts'
import { misspelledIn } from './misspelled-variables.ts'
import type { BffOptions } from './options.ts'
import { readConfig } from './read-config.ts'

const secret = 'SECRETCANARY0123456789'
const names = theSettings()

/** An environment for the sandbox. */
const sandbox: Record<string, string> = {
  UPSTREAM_URL: 'http://127.0.0.1:8788',
  API_KEY_ID: '00000000-0000-4000-8000-000000000001',
  API_KEY_SECRET: secret,
  ALLOWED_ORIGINS: 'https://partner.example, http://localhost:4173',
}

/** An environment for a real service. */
const real = serviceEnvironment({
  ALLOWED_ORIGINS: 'https://partner.example, http://localhost:4173',
  API_KEY_SECRET: secret,
  DATA_DIR: '/var/lib/voter-registration',
})

/** Returns the problems of an invalid environment. */
function problems(env: Record<string, string | undefined>, file?: string): readonly string[] {
  try {
    optionsFromEnvironment(env, () => {
      if (file === undefined) throw new Error('ENOENT')
      return file
    })
  } catch (error) {
    if (error instanceof ConfigurationError) {
      expect(error.message).not.toContain('CANARY')
      return error.problems
    }
    throw error
  }
  return []
}

/** Returns the cases that are not refused in one sentence which begins with the variable and has these words. */
function wrongly(env: Record<string, string>, cases: readonly [string, string, string][]): string[] {
  return cases.flatMap(([variable, value, says]) => {
    const all = problems({ ...env, [variable]: value })
    const isRight = all.length === 1 && all[0]?.startsWith(`${variable} `) && all[0].includes(says)
    return isRight ? [] : [`${variable}=${JSON.stringify(value)}: expected "${says}", got ${JSON.stringify(all)}`]
  })
}

describe('a file with a secret', () => {
  const { API_KEY_SECRET: _, ...without } = real
  const files: Record<string, string> = {
    '/run/secrets/api': `${secret}\n`,
    '/run/secrets/seal': `${'ab'.repeat(32)}\r\n`,
    '/run/secrets/database': 'postgres://bff:CANARY@db.example:5432/bff?sslmode=verify-full\n',
    '/run/secrets/empty': '\n',
  }
  const read = (path: string) => {
    const text = files[path]
    if (text === undefined) throw new Error('ENOENT')
    return text
  }

  it('is read in place of the variable, without its line end', () => {
    const { DATA_DIR: __, ...env } = without
    const fromFiles = {
      ...env,
      API_KEY_SECRET_FILE: '/run/secrets/api',
      SEAL_KEY_FILE: '/run/secrets/seal',
      DATABASE_URL_FILE: ' /run/secrets/database ',
    }
    expect(optionsFromEnvironment(fromFiles, read)).toMatchObject({
      apiKeySecret: secret,
      sealKey: 'ab'.repeat(32),
      databaseUrl: 'postgres://bff:CANARY@db.example:5432/bff?sslmode=verify-full',
    })
  })

  it('is refused beside the variable', () => {
    const both = { ...real, API_KEY_SECRET_FILE: '/run/secrets/api' }
    expect(problems(both, secret)).toEqual([
      'API_KEY_SECRET is set together with API_KEY_SECRET_FILE. Keep one of the two.',
    ])
  })

  it('that cannot be used is named, and what is in it is not', () => {
    const env = { ...without, API_KEY_SECRET_FILE: '/nowhere' }
    expect(problems(env)).toEqual([
      expect.stringMatching(/^API_KEY_SECRET_FILE names a file that cannot be read: "\/nowhere"\./),
    ])
    expect(problems(env, '\n')).toEqual(['API_KEY_SECRET_FILE names a file that is empty: "/nowhere".'])
    expect(problems(env, 'CANARY:x')).toEqual([expect.stringMatching(/^API_KEY_SECRET_FILE has a colon/)])
    expect(() => optionsFromEnvironment(env)).toThrow(
      /^The configuration cannot work:\n- API_KEY_SECRET_FILE cannot be read/,
    )
  })
})

describe('the keys', () => {
  const [one, two] = ['11'.repeat(32), '22'.repeat(32)]
  const keysOf = (change: Partial<BffOptions>) => {
    const { ring, receiptMaterial } = readConfig({ ...optionsFromEnvironment(sandbox), ...change })
    const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
    return { ring: ring.map(hex), receipt: hex(receiptMaterial) }
  }

  it('are those of SEAL_KEY, else the API secret; receipts go by the oldest unless they have their own', () => {
    const derived = Buffer.from(secret).toString('hex')
    expect(keysOf({})).toEqual({ ring: [derived], receipt: derived })
    expect(keysOf({ sealKey: one })).toEqual({ ring: [one], receipt: one })
    expect(keysOf({ sealKey: `${two}, ${one}` })).toEqual({ ring: [two, one], receipt: one })
    expect(keysOf({ sealKey: two, receiptKey: one })).toEqual({ ring: [two], receipt: one })
  })
})

describe('the environment', () => {
  it('needs four variables against the sandbox', () => {
    expect(optionsFromEnvironment(sandbox)).toEqual({
      upstreamUrl: 'http://127.0.0.1:8788',
      apiKeyId: '00000000-0000-4000-8000-000000000001',
      apiKeySecret: secret,
      allowedOrigins: ['https://partner.example', 'http://localhost:4173'],
    })
  })

  it('without them names all four at once: no key, no start (R-A01)', () => {
    expect(problems({}).map((problem) => problem.split(' ').slice(0, 3).join(' '))).toEqual([
      'UPSTREAM_URL is missing.',
      'API_KEY_ID is missing.',
      'API_KEY_SECRET is missing.',
      'ALLOWED_ORIGINS is missing.',
    ])
  })

  it('has limits by name in place of some defaults, or none', () => {
    const limits = (value: string) => optionsFromEnvironment({ ...sandbox, RATE_LIMITS: value }).rateLimits
    expect(limits('phone=4/86400, ip=600/600')).toEqual({
      phone: { count: 4, seconds: 86_400 },
      ip: { count: 600, seconds: 600 },
    })
    expect([limits('on'), limits('off')]).toEqual([true, false])
  })

  it('has a bot check against a real service unless it or the limits are off, and none against the sandbox', () => {
    const check = (change: Record<string, string>, base = real) =>
      readConfig(optionsFromEnvironment({ ...base, ...change })).botCheck
    expect(check({})).toBe('proof')
    expect(check({ BOT_CHECK: 'off' })).toBe('off')
    expect(check({ RATE_LIMITS: 'off' })).toBe('off')
    expect(check({}, sandbox)).toBe('off')
  })

  it('may have blanks and line ends around its values', () => {
    const padded = Object.fromEntries(Object.entries(real).map(([name, value]) => [name, ` ${value}\r\n`]))
    expect(optionsFromEnvironment(padded)).toEqual(optionsFromEnvironment(real))
  })

  it('against a real service needs names, links and an approved wording (R-A15, R-A22)', () => {
    expect(problems(real)).toEqual([])
    const { UPSTREAM_URL, API_KEY_ID } = real
    const all = problems({ ...sandbox, UPSTREAM_URL, API_KEY_ID })
    expect(all.map((problem) => problem.split(' ')[0])).toEqual([
      'OPERATOR_NAME',
      'OPERATOR_TERMS_URL',
      'OPERATOR_PRIVACY_URL',
      'PARTNER_NAME',
      'PARTNER_PRIVACY_URL',
      'OFFICIAL_SITE_URL',
      'WORDING_APPROVED',
      'DATA_DIR',
    ])
    expect(all.at(-2)).toContain('is missing, and is checked once the other options are right')
    expect(problems({ ...real, WORDING_APPROVED: undefined })).toEqual([
      expect.stringMatching(
        `does not name ${approvedWording}.*voter-registration-server wording.*set this to ${approvedWording}`,
      ),
    ])
    const changed = { ...real, OPERATOR_TERMS_URL: 'https://service.example/term5/' }
    expect(problems(changed)).toEqual([expect.stringContaining('WORDING_APPROVED does not name en-')])
  })

  it('asks for the approval also where the service is reached through this machine: the key alone makes a sandbox', () => {
    const tunnel = { ...real, UPSTREAM_URL: 'http://127.0.0.1:9000' }
    expect(readConfig(optionsFromEnvironment(tunnel))).toMatchObject({ isSandbox: false, botCheck: 'proof' })
    expect(problems({ ...tunnel, WORDING_APPROVED: '' })).toEqual([expect.stringContaining('WORDING_APPROVED')])
    expect(readConfig(optionsFromEnvironment(sandbox)).isSandbox).toBe(true)
  })

  it("refuses the sandbox's key for a real service (threat 43)", () => {
    const all = problems({ ...real, API_KEY_ID: sandbox.API_KEY_ID })
    expect(all).toEqual([expect.stringContaining("API_KEY_ID is the sandbox's key")])
  })

  const malformed: [string, string, string][] = [
    ['UPSTREAM_URL', 'api.service.example', 'is not an address'],
    ['UPSTREAM_URL', 'http://api.service.example', 'is not encrypted'],
    ['UPSTREAM_URL', 'http://127.0.0.1.evil.example', 'is not encrypted'],
    ['UPSTREAM_URL', 'ftp://127.0.0.1', 'is not an https: address'],
    ['UPSTREAM_URL', 'https://id:SECRETCANARY@api.service.example', 'has a user name or password'],
    ['UPSTREAM_URL', 'https://api.service.example/?key=SECRETCANARY', 'has a query'],
    ['UPSTREAM_URL', 'https://api.service.example/?', 'has a query'],
    ['UPSTREAM_URL', 'https://api.service.example/#x', 'has a query'],
    ['API_KEY_ID', 'SECRETCANARY', 'is not a UUID'],
    ['API_KEY_ID', '6f1ed002ab5f4b7e9d6b4d3f3a2b1c0d', 'is not a UUID'],
    ['API_KEY_SECRET', 'SECRET:CANARY', 'has a colon'],
    ['API_KEY_SECRET', 'SECRETCANARYé', 'a character outside ASCII'],
    ['API_KEY_SECRET', 'SECRET\nCANARY', 'a line break'],
    ['API_KEY_SECRET', 'SECRETCANARY\u0000', 'a character outside ASCII'],
    ['API_KEY_SECRET', '   ', 'is missing'],
    ['ALLOWED_ORIGINS', '*', 'would let any page in'],
    ['ALLOWED_ORIGINS', 'https://partner.example,null', 'would let any page in'],
    ['ALLOWED_ORIGINS', 'https://*.partner.example', 'is more than an origin'],
    ['ALLOWED_ORIGINS', 'partner.example', 'is not an origin'],
    ['ALLOWED_ORIGINS', 'https://partner.example/form', 'is more than an origin'],
    ['ALLOWED_ORIGINS', 'https://a@partner.example', 'is more than an origin'],
    ['ALLOWED_ORIGINS', 'http://partner.example', 'is not encrypted'],
    ['ALLOWED_ORIGINS', 'file:///form.html', 'is not encrypted'],
    ['ALLOWED_ORIGINS', ' , ', 'is empty'],
    ['SEAL_KEY', 'SECRETCANARY', 'at least 32 bytes'],
    ['SEAL_KEY', 'ab'.repeat(31), 'at least 32 bytes'],
    ['SEAL_KEY', btoa('x'.repeat(31)), 'at least 32 bytes'],
    ['SEAL_KEY', '00'.repeat(32), 'nothing but zeros'],
    ['SEAL_KEY', `${'ab'.repeat(32)},${btoa('\0'.repeat(40))}`, 'nothing but zeros'],
    ['RECEIPT_KEY', '00'.repeat(64), 'nothing but zeros'],
    ['OPERATOR_TERMS_URL', 'http://service.example/terms', 'is not an https: address'],
    ['OPERATOR_PRIVACY_URL', 'javascript:alert(1)', 'is not an https: address'],
    ['PARTNER_PRIVACY_URL', '/privacy', 'is not an https: address'],
    ['OFFICIAL_SITE_URL', 'https://a:b@official.example', 'is not an https: address'],
    ['PARTNER_SMS_PROGRAM', 'yes', 'is neither true nor false'],
    ['WORDING_APPROVED', 'yes', `does not name ${approvedWording}`],
    ['WORDING_FILE', '/nowhere.json', 'cannot be read: "/nowhere.json"'],
    ['BASE_PATH', 'api/', 'is not a path'],
    ['LOG_LEVEL', 'loud', 'is none of debug, info, warn, error, got "loud"'],
    ['PORT', 'http', 'is not a number, got "http"'],
    ['PORT', '65536', 'is not a whole number from 0 to 65535, got 65536'],
    ['RATE_LIMITS', 'many', 'cannot be read. Write on, off, or limits'],
    ['RATE_LIMITS', 'phone=0/60', 'cannot be read'],
    ['RATE_LIMITS', 'fax=1/60', 'cannot be read'],
    ['RATE_LIMITS', 'phone=2', 'cannot be read'],
    ['UNLIMITED_NETWORKS', '203.0.113.1/24', 'has "203.0.113.1/24", which is no network'],
    ['TRUST_PROXY_HOPS', '11', 'is not a whole number from 0 to 10, got 11'],
    ['TRUST_PROXY_HOPS', 'all', 'is not a number, got "all"'],
    ['PUBLIC_HOSTS', 'https://register.partner.example', 'which is no host'],
    ['BOT_CHECK', 'yes', 'is neither off nor proof, got "yes"'],
    ['BREAKER', 'maybe', 'is neither on nor off'],
    ['METRICS_PORT', '70000', 'is not a whole number from 0 to 65535'],
    ['OUTBOX_KEEP_DAYS', '0', 'is not a whole number from 1'],
    ['CONSENT_KEEP_DAYS', 'ever', 'is not a number'],
    ['PORT', '-1', 'is not a number'],
    ['PORT', '80.5', 'is not a number'],
    ['HOST', 'a b', 'is not a host name'],
  ]

  it('with a malformed value is refused in one sentence that begins with the variable (R-A104, B.2.6)', () => {
    expect(wrongly(real, malformed)).toEqual([])
  })

  it.each([
    ['mysql://user:SECRETCANARY@host/db', 'does not begin with postgres://'],
    ['SECRETCANARY', 'is not an address'],
    ['postgres://user:SECRETCANARY@host', 'names no database'],
    ['postgres://user:SECRETCANARY@host/db', 'is on another machine and does not say whether it is encrypted'],
  ])('DATABASE_URL=%j: one sentence that says so', (value, says) => {
    const { DATA_DIR: _dataDir, ...rest } = real
    expect(problems({ ...rest, DATABASE_URL: value })).toEqual([expect.stringContaining(`DATABASE_URL ${says}`)])
  })

  it('needs a storage for a real service, or a setting that says there is none', () => {
    const { DATA_DIR: _dataDir, ...rest } = real
    expect(problems(rest)).toEqual([expect.stringContaining('DATA_DIR is missing. Set it to a folder')])
    expect(problems({ ...rest, DATA_DIR: 'none' })).toEqual([])
    expect(problems({ ...rest, DATABASE_URL: 'postgres://bff@db/bff?sslmode=disable' })).toEqual([])
    expect(problems({ ...real, DATABASE_URL: 'postgres://bff@db/bff?sslmode=disable' })).toEqual([
      expect.stringContaining('DATA_DIR is set together with databaseUrl (DATABASE_URL)'),
    ])
  })

  it('on a host without files asks for no storage', () => {
    const { DATA_DIR: _dataDir, ...rest } = real
    expect(optionsFromEnvironment(rest).dataDir).toBeUndefined()
  })

  it.each(['ab'.repeat(32), btoa('x'.repeat(32)), btoa('\u00ff'.repeat(33)).replaceAll('/', '_')])(
    'takes %s to seal with',
    (key) => {
      expect(problems({ ...real, SEAL_KEY: key })).toEqual([])
    },
  )
})

describe('Civic data in the environment', () => {
  const civic = {
    ...real,
    CIVIC_URL: 'https://civic.service.example/',
    CIVIC_KEY_ID: 'CANARYid',
    CIVIC_KEY_SECRET: secret,
  }

  it('is an address and a key of its own, version 2 unless told otherwise', () => {
    expect(problems(civic)).toEqual([])
    const all = { ...civic, CIVIC_VERSION: '1', CIVIC_FIELDS: 'gov_tool_verify, registration_laws,' }
    expect(optionsFromEnvironment(all)).toMatchObject({
      civicUrl: 'https://civic.service.example/',
      civicVersion: 1,
      civicFields: ['gov_tool_verify', 'registration_laws'],
    })
    expect(readConfig(optionsFromEnvironment(civic)).civic).toMatchObject({ version: 2 })
    expect(readConfig(optionsFromEnvironment(real)).civic).toBeUndefined()
  })

  it.each(['CIVIC_URL', 'CIVIC_KEY_ID', 'CIVIC_KEY_SECRET'])('is refused without %s', (variable) => {
    expect(problems({ ...civic, [variable]: '' })).toEqual([expect.stringMatching(`^${variable} is missing\\.`)])
  })

  const malformed: [string, string, string][] = [
    ['CIVIC_URL', 'civic.service.example', 'is not an address'],
    ['CIVIC_URL', 'http://civic.service.example', 'is not encrypted'],
    ['CIVIC_URL', 'https://civic.service.example/v2/', 'has the version in it'],
    ['CIVIC_URL', 'https://x:SECRETCANARY@civic.service.example', 'has a user name or password'],
    ['CIVIC_KEY_ID', 'SECRET:CANARY', 'has a colon'],
    ['CIVIC_KEY_SECRET', 'SECRET:CANARY', 'has a colon'],
    ['CIVIC_KEY_SECRET', 'SECRETCANARYé', 'a character outside ASCII'],
    ['CIVIC_VERSION', '3', 'is neither 1 nor 2, got "3"'],
    ['CIVIC_VERSION', 'v2', 'is neither 1 nor 2, got "v2"'],
    ['CIVIC_FIELDS', 'gov_tool_verify,Gov Tool', 'has "Gov Tool", which is not a slug'],
  ]

  it('with a malformed value is refused in one sentence that begins with the variable', () => {
    expect(wrongly(civic, malformed)).toEqual([])
  })

  it('is refused with the sandbox’s key for a real service', () => {
    const id = '00000000-0000-4000-8000-000000000001'
    expect(problems({ ...civic, CIVIC_KEY_ID: id })).toEqual([expect.stringContaining("is the sandbox's key")])
    expect(problems({ ...civic, CIVIC_KEY_ID: id, CIVIC_URL: 'http://127.0.0.1:8788' })).toEqual([])
  })
})

describe('the Uptime API', () => {
  const uptime = { ...real, UPTIME_URL: 'https://uptime.service.example' }

  it('needs an address alone, and may have a key and a rhythm', () => {
    expect(optionsFromEnvironment(uptime)).toMatchObject({ uptimeUrl: uptime.UPTIME_URL })
    const all = { UPTIME_KEY_ID: 'id', UPTIME_KEY_SECRET: secret, UPTIME_CACHE_SECONDS: '5' }
    expect(optionsFromEnvironment({ ...uptime, ...all })).toMatchObject({ uptimeKeyId: 'id', uptimeCacheSeconds: 5 })
  })

  it.each([
    ['UPTIME_KEY_ID', { UPTIME_KEY_SECRET: secret }, 'is missing, and UPTIME_KEY_SECRET is set'],
    ['UPTIME_KEY_SECRET', { UPTIME_KEY_ID: 'CANARYid' }, 'is missing, and UPTIME_KEY_ID is set'],
    ['UPTIME_KEY_ID', { UPTIME_KEY_ID: 'SECRET:CANARY', UPTIME_KEY_SECRET: secret }, 'has a colon'],
    ['UPTIME_URL', { UPTIME_URL: 'http://uptime.service.example' }, 'is not encrypted'],
    ['UPTIME_URL', { UPTIME_URL: 'https://uptime.service.example/v1' }, 'has the version in it'],
    ['UPTIME_CACHE_SECONDS', { UPTIME_CACHE_SECONDS: '0' }, 'is not a whole number from 1 to 600'],
    ['UPTIME_CACHE_SECONDS', { UPTIME_CACHE_SECONDS: 'often' }, 'is not a number'],
    ['UPTIME_CACHE_SECONDS', { UPTIME_URL: '', UPTIME_CACHE_SECONDS: '5' }, 'UPTIME_URL) is not'],
    ['UPTIME_KEY_ID', { UPTIME_KEY_ID: '00000000-0000-4000-8000-000000000001', UPTIME_KEY_SECRET: 'x' }, 'sandbox'],
  ])('is refused where %s contradicts: it $2', (variable, change, says) => {
    const all = problems({ ...uptime, ...change })
    expect(all).toHaveLength(1)
    expect(all[0]).toMatch(new RegExp(`^${variable} `))
    expect(all[0]).toContain(says)
    expect(all[0]).not.toContain('CANARY')
  })
})

describe('a rehearsal', () => {
  it('says so on every screen and in the log, and changes neither limits nor what must be approved', async () => {
    const { WORDING_APPROVED: _none, ...unapproved } = real
    expect(problems({ ...unapproved, REHEARSAL: 'true' }).map((problem) => problem.split(' ')[0])).toEqual([
      'WORDING_APPROVED',
    ])
    const options = optionsFromEnvironment({ ...real, REHEARSAL: 'true' })
    const { settings, ...config } = readConfig(options)
    const { settings: live, ...usual } = readConfig(optionsFromEnvironment(real))
    expect(config).toEqual(usual)
    expect(settings).toEqual({ ...live, features: { ...live.features, sandbox: true } })
    const codes: (string | undefined)[] = []
    createBff(options, { log: ({ code }) => codes.push(code) })
    expect(codes).toContain('rehearsal')
  })
})

describe("an operator's own wording", () => {
  const own = { en: { ...ourWording.en, agree: 'Yes, I agree.' }, es: ourWording.es }
  const version = wordingOf('en', own.en, false, names).version
  const env = { ...real, WORDING_FILE: 'wording.json' }

  it('is shown once these very words are approved (R-A22)', async () => {
    expect(problems(env, JSON.stringify(own))[0]).toContain(`does not name ${version}`)
    const options = optionsFromEnvironment({ ...env, WORDING_APPROVED: version }, () => JSON.stringify(own))
    const { wording } = await settingsOf(createBff(options, { log: () => undefined }))
    expect(wording.en).toMatchObject({ agree: 'Yes, I agree.', version })
    expect(Object.keys(wording)).toEqual(['en'])
  })

  it('is shown in another language once that is approved too', async () => {
    const both = `${version},${wordingOf('es', own.es, false, names).version}`
    const options = optionsFromEnvironment({ ...env, WORDING_APPROVED: both }, () => JSON.stringify(own))
    const { wording } = await settingsOf(createBff(options, { log: () => undefined }))
    expect(Object.keys(wording)).toEqual(['en', 'es'])
  })

  it.each(Object.keys(ourWording.en.elements))('cannot leave out "%s" (R-A14 to R-A21)', (element) => {
    const elements: Record<string, string> = { ...ourWording.en.elements }
    delete elements[element]
    const all = problems({ ...env, WORDING_APPROVED: version }, JSON.stringify({ en: { ...ourWording.en, elements } }))
    expect(all).toEqual([expect.stringContaining(`must have at "en.elements.${element}".`)])
  })

  it.each(['{', '[]', '{}', '{"es":{}}', '{"en":"text"}', '{"en":{},"EN-US":{}}', 'null'])('cannot be %s', (file) => {
    expect(problems(env, file)[0]).toMatch(/^WORDING_FILE /)
  })

  it('cannot come from a file on a host without files', () => {
    expect(() => optionsFromEnvironment(env)).toThrow('WORDING_FILE cannot be read on this host')
  })
})

describe('a variable that is misspelt', () => {
  const said = (env: Record<string, string>, change: Partial<BffOptions> = {}) => {
    const lines: LogLine[] = []
    createBff({ ...optionsFromEnvironment(env), ...change }, { log: (line) => lines.push(line) })
    return lines.filter(({ code }) => code === 'variables_misspelt')
  }

  it('is named in the log of a BFF that a host mounts, with the one that is meant, and without its value', () => {
    const lines = said({ ...sandbox, TRUST_PROXY_HOP: 'VALUECANARY', RATELIMITS: 'on', PATH: '/bin' })
    const named = ['TRUST_PROXY_HOP: did you mean TRUST_PROXY_HOPS?', 'RATELIMITS: did you mean RATE_LIMITS?']
    expect(lines).toMatchObject([{ level: 'warn', problems: named }])
    expect(JSON.stringify(lines)).not.toContain('CANARY')
  })

  it('is not named where the one that is meant is set, where there is none, and where only errors are logged', () => {
    expect(said({ ...sandbox, TRUST_PROXY_HOP: '1', TRUST_PROXY_HOPS: '1' })).toEqual([])
    expect(said({ ...sandbox, PATH: '/bin', BASE_URL: '/', NODE_ENV: 'test', HOSTNAME: 'a' })).toEqual([])
    expect(said({ ...sandbox, TRUST_PROXY_HOP: '1' }, { logLevel: 'error' })).toEqual([])
  })

  it('is not named a second time where the command has named it', () => {
    const env = { ...sandbox, TRUST_PROXY_HOP: '1' }
    expect(misspelledIn(optionsFromEnvironment(env))).toHaveLength(1)
    expect(misspelledIn(readOptions(env))).toEqual([])
  })

  it('may stand beside what is no text: a Worker has bindings in its environment', () => {
    const bindings: object = { LOG_LEVELS: { get: () => undefined } }
    expect(said({ ...sandbox, ...bindings, TRUST_PROXY_HOP: '1' })).toHaveLength(1)
  })
})

describe('options from a program', () => {
  const options: BffOptions = {
    upstreamUrl: 'http://127.0.0.1:8788',
    apiKeyId: '00000000-0000-4000-8000-000000000001',
    apiKeySecret: secret,
    allowedOrigins: ['https://partner.example'],
  }

  it('are refused by their own name, and the variable beside it', () => {
    expect(() => createBff({ ...options, allowedOrigins: [] })).toThrow('allowedOrigins (ALLOWED_ORIGINS) is empty.')
  })

  it('that do not exist are named', () => {
    const misspelt = { ...options, alowedOrigins: [] }
    expect(() => createBff(misspelt)).toThrow('There is no option alowedOrigins.')
  })

  it('are never quoted with the key', () => {
    for (const apiKeySecret of [`${secret}:`, `${secret}\n`, 7 as unknown as string]) {
      const wrong = { ...options, apiKeyId: secret, apiKeySecret, upstreamUrl: `https://x:${secret}@y.example` }
      expect(() => createBff(wrong)).toThrow(ConfigurationError)
      try {
        readConfig(wrong)
      } catch (error) {
        expect(String(error)).not.toContain('CANARY')
      }
    }
  })
})
