import { describe, expect, it } from 'vitest'
import { theSettings } from '../../contract/testing/samples.ts'
import { createWording, ourWording } from '../consent/wording.ts'
import { createBff } from '../create-bff.ts'
import { findRemovedVariables } from '../observability/startup-warnings.ts'
import { memoryStore } from '../store/memory-store.ts'
import { settingsOf } from '../testing/bff-requests.ts'
import { approvedWording, serviceEnvironment } from '../testing/service-environment.ts'
import { optionsFromEnvironment, readConfig } from './bff-config.ts'
import { BffOptions } from './bff-options.ts'
import { ConfigurationError, listOptions } from './option.ts'

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

describe('a file with a secret', () => {
  const { API_KEY_SECRET: _, ...without } = real
  const files: Record<string, string> = {
    '/run/secrets/api': `${secret}\n`,
    '/run/secrets/encryption_key': `${'ab'.repeat(32)}\r\n`,
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
      ENCRYPTION_KEY_FILE: '/run/secrets/encryption_key',
      DATABASE_URL_FILE: ' /run/secrets/database ',
    }
    expect(optionsFromEnvironment(fromFiles, read)).toMatchObject({
      apiKeySecret: secret,
      encryptionKey: 'ab'.repeat(32),
      databaseUrl: 'postgres://bff:CANARY@db.example:5432/bff?sslmode=verify-full',
    })
  })

  it('is rejected together with the variable', () => {
    const both = { ...real, API_KEY_SECRET_FILE: '/run/secrets/api' }
    expect(problems(both, secret)).toEqual([
      'API_KEY_SECRET is set together with API_KEY_SECRET_FILE. Keep one of the two.',
    ])
  })

  it('that cannot be used is named without its content', () => {
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
    const { keys, receiptMaterial } = readConfig({ ...optionsFromEnvironment(sandbox), ...change })
    const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
    return { keys: keys.map(hex), receipt: hex(receiptMaterial) }
  }

  it('come from ENCRYPTION_KEY, else the API secret; receipts use the oldest unless they have their own', () => {
    const derived = Buffer.from(secret).toString('hex')
    expect(keysOf({})).toEqual({ keys: [derived], receipt: derived })
    expect(keysOf({ encryptionKey: one })).toEqual({ keys: [one], receipt: one })
    expect(keysOf({ encryptionKey: `${two}, ${one}` })).toEqual({ keys: [two, one], receipt: one })
    expect(keysOf({ encryptionKey: two, receiptKey: one })).toEqual({ keys: [two], receipt: one })
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

  it('without those four is rejected with all four names: no key, no start (R-A01)', () => {
    expect(problems({}).map((problem) => problem.split(' ').slice(0, 3).join(' '))).toEqual([
      'UPSTREAM_URL is missing.',
      'API_KEY_ID is missing.',
      'API_KEY_SECRET is missing.',
      'ALLOWED_ORIGINS is missing.',
    ])
  })

  it('can set single limits by name, or turn them off', () => {
    const limits = (value: string) => optionsFromEnvironment({ ...sandbox, RATE_LIMITS: value }).rateLimits
    expect(limits('phone=4/86400, address=600/600')).toEqual({
      phone: { count: 4, seconds: 86_400 },
      address: { count: 600, seconds: 600 },
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

  it('can have blanks and line ends around its values', () => {
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
    expect(all.at(-2)).toContain('is missing, and is checked once the other options are valid')
    expect(problems({ ...real, WORDING_APPROVED: undefined })).toEqual([
      expect.stringMatching(
        `does not name ${approvedWording}.*voter-registration-server wording.*set this to ${approvedWording}`,
      ),
    ])
    const changed = { ...real, OPERATOR_TERMS_URL: 'https://service.example/term5/' }
    expect(problems(changed)).toEqual([expect.stringContaining('WORDING_APPROVED does not name en-')])
  })

  it('needs approval also for a service on this machine: the key alone makes a sandbox', () => {
    const tunnel = { ...real, UPSTREAM_URL: 'http://127.0.0.1:9000' }
    expect(readConfig(optionsFromEnvironment(tunnel))).toMatchObject({ isSandbox: false, botCheck: 'proof' })
    expect(problems({ ...tunnel, WORDING_APPROVED: '' })).toEqual([expect.stringContaining('WORDING_APPROVED')])
    expect(readConfig(optionsFromEnvironment(sandbox)).isSandbox).toBe(true)
  })

  it("cannot use the sandbox's key for a real service (threat 43)", () => {
    const all = problems({ ...real, API_KEY_ID: sandbox.API_KEY_ID })
    expect(all).toEqual([expect.stringContaining("API_KEY_ID is the sandbox's key")])
  })

  it('is rejected with the value, what is wrong and what to set (R-A104)', () => {
    expect(problems({ ...real, UPSTREAM_URL: 'http://api.service.example' })).toEqual([
      'UPSTREAM_URL is not encrypted (http:). Set it to the base URL of the service, https://… without user name, query or fragment; for the sandbox http://127.0.0.1:8788. Seen: "http://api.service.example".',
    ])
  })

  it.each([
    ['UPSTREAM_URL', 'https://id:SECRETCANARY@api.service.example', 'contains a user name or password. Set it to'],
    ['API_KEY_ID', 'SECRETCANARY', 'is not a UUID (its value is not shown here). Set it to the id of the API key'],
    ['API_KEY_SECRET', 'SECRET:CANARY', 'has a colon, a line break or a character outside ASCII (its value is not'],
    [
      'API_KEY_SECRET',
      'a,b,c',
      'has a different number of secrets than API_KEY_ID has ids. Set two of both, or one of both.',
    ],
    ['ALLOWED_ORIGINS', 'https://partner.example,*', 'must not have "*": it would allow any page. Set it to'],
    ['ALLOWED_ORIGINS', ' , ', 'is empty. Set it to the exact origins of your pages'],
    [
      'ENCRYPTION_KEY',
      'SECRETCANARY',
      'is not base64 or hex of at least 32 bytes (its value is not shown here). Set it to',
    ],
    ['OPERATOR_NAME', '', 'is missing. Set it to the name of the organization that runs the service.'],
    ['BOT_CHECK', 'yes', 'is neither off nor proof, got "yes". Use one of these words'],
    ['LOG_LEVEL', 'loud', 'is none of debug, info, warn, error, got "loud". Use one of these words'],
    ['PORT', 'http', 'is not a whole number from 0 to 65535, got "http". Set it to the port to listen on'],
    ['PORT', '80.5', 'is not a whole number from 0 to 65535, got 80.5. Set it to the port to listen on'],
    [
      'CONSENT_RETENTION_DAYS',
      '1e3',
      'is not a whole number from 1 to 36500, got "1e3". Set it to retention of consent receipts',
    ],
    ['RATE_LIMITS', 'phone=0/60', 'cannot be read. Set it to on, off, or some limits instead of the defaults'],
    ['RATE_LIMITS', 'all=100/60', 'cannot be read. Set it to on, off, or some limits'],
    ['WORDING_FILE', '/nowhere.json', 'names a file that cannot be read: "/nowhere.json". Check that it is there'],
    ['METRICS_PORT', '8787', 'is 8787, the port of the BFF itself (PORT). Use another one, such as 9464.'],
    ['BOT_CHECK', 'proof', 'is on, but RATE_LIMITS is off, so there would never be a challenge.'],
    ['PARTNER_SMS_NAME', 'River Alerts', 'is set, but PARTNER_SMS_PROGRAM is not on. Set it to on, or remove this'],
    ['LANGUAGES', 'en,tlh', 'has "tlh", which is not a language of the form. Set it to the languages'],
    ['PUBLIC_HOSTS', 'a.example,1.2.3.4.5', 'has "1.2.3.4.5", which is not a host'],
  ])('%s=%j is rejected with this message (R-A104, B.2.6)', (variable, value, words) => {
    const around: Record<string, Record<string, string>> = {
      'BOT_CHECK proof': { RATE_LIMITS: 'off' },
      'API_KEY_SECRET a,b,c': { API_KEY_ID: `${real.API_KEY_ID},${real.API_KEY_ID}` },
    }
    const found = problems({ ...real, ...around[`${variable} ${value}`], [variable]: value })
    expect(found.map((problem) => problem.slice(0, `${variable} ${words}`.length))).toEqual([`${variable} ${words}`])
  })

  it('with a malformed secret never shows it, whichever it is', () => {
    const secrets = listOptions(BffOptions).filter(({ isSecret }) => isSecret === true)
    expect(secrets.length).toBeGreaterThan(8)
    for (const { variable = '' } of secrets) {
      const all = problems({ ...real, [variable]: 'SECRET:CANARY\n' })
      expect(all.filter((problem) => problem.startsWith(`${variable} `))).not.toEqual([])
    }
  })

  it('reads true as on and false as off', () => {
    const { practiceMode, page } = optionsFromEnvironment({ ...sandbox, PRACTICE_MODE: 'true', PAGE: 'false' })
    expect([practiceMode, page]).toEqual([true, false])
  })

  it('needs a storage for a real service', () => {
    const { DATA_DIR: _dataDir, ...rest } = real
    expect(problems(rest)).toEqual([expect.stringContaining('DATA_DIR is missing. Set it to a folder')])
    expect(problems({ ...rest, DATABASE_URL: 'postgres://bff@db/bff?sslmode=disable' })).toEqual([])
    expect(problems({ ...real, DATABASE_URL: 'postgres://bff@db/bff?sslmode=disable' })).toEqual([
      expect.stringContaining('DATA_DIR is set together with DATABASE_URL. Keep one of the two.'),
    ])
  })

  it('on a host without files needs no storage', () => {
    const { DATA_DIR: _dataDir, ...rest } = real
    expect(optionsFromEnvironment(rest).dataDir).toBeUndefined()
  })
})

describe('Civic data in the environment', () => {
  const civic = {
    ...real,
    CIVIC_URL: 'https://civic.service.example/',
    CIVIC_KEY_ID: 'CANARYid',
    CIVIC_KEY_SECRET: secret,
  }

  it('needs an address and its own key, and defaults to version 2', () => {
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

  it.each(['CIVIC_URL', 'CIVIC_KEY_ID', 'CIVIC_KEY_SECRET'])('is rejected without %s', (variable) => {
    expect(problems({ ...civic, [variable]: '' })).toEqual([expect.stringMatching(`^${variable} is missing, and`)])
  })

  it.each([
    ['CIVIC_VERSION', 'v2', 'is neither 1 nor 2, got "v2"'],
    ['CIVIC_URL', 'https://civic.example/v2/', 'contains the version'],
    ['CIVIC_FIELDS', 'gov_tool_verify,Gov Tool', 'has "Gov Tool", which is not a slug'],
  ])('is rejected with a malformed %s', (variable, value, says) => {
    expect(problems({ ...civic, [variable]: value })).toEqual([expect.stringMatching(`^${variable} ${says}`)])
  })

  it('is rejected with the sandbox’s key for a real service', () => {
    const id = '00000000-0000-4000-8000-000000000001'
    expect(problems({ ...civic, CIVIC_KEY_ID: id })).toEqual([expect.stringContaining("is the sandbox's key")])
    expect(problems({ ...civic, CIVIC_KEY_ID: id, CIVIC_URL: 'http://127.0.0.1:8788' })).toEqual([])
  })
})

describe('the Uptime API in the environment', () => {
  const uptime = { ...real, UPTIME_URL: 'https://uptime.service.example' }

  it('needs an address alone, and can have a key', () => {
    expect(optionsFromEnvironment(uptime)).toMatchObject({ uptimeUrl: uptime.UPTIME_URL })
    const all = { UPTIME_KEY_ID: 'id', UPTIME_KEY_SECRET: secret }
    expect(optionsFromEnvironment({ ...uptime, ...all })).toMatchObject({ uptimeKeyId: 'id', uptimeKeySecret: secret })
  })

  it.each([
    ['UPTIME_KEY_ID', { UPTIME_KEY_SECRET: secret }, 'is missing, and UPTIME_KEY_SECRET is set'],
    ['UPTIME_KEY_SECRET', { UPTIME_KEY_ID: 'CANARYid' }, 'is missing, and UPTIME_KEY_ID is set'],
    ['UPTIME_KEY_ID', { UPTIME_KEY_ID: '00000000-0000-4000-8000-000000000001', UPTIME_KEY_SECRET: 'x' }, 'sandbox'],
  ])('is rejected where %s contradicts: it $2', (variable, change, says) => {
    const all = problems({ ...uptime, ...change })
    expect(all).toHaveLength(1)
    expect(all[0]).toMatch(new RegExp(`^${variable} `))
    expect(all[0]).toContain(says)
    expect(all[0]).not.toContain('CANARY')
  })
})

it('practice mode is shown on every screen and in the log, and changes neither limits nor approval', async () => {
  const { WORDING_APPROVED: _none, ...unapproved } = real
  expect(problems({ ...unapproved, PRACTICE_MODE: 'true' }).map((problem) => problem.split(' ')[0])).toEqual([
    'WORDING_APPROVED',
  ])
  const options = optionsFromEnvironment({ ...real, PRACTICE_MODE: 'true' })
  const { settings, ...config } = readConfig(options)
  const { settings: live, ...usual } = readConfig(optionsFromEnvironment(real))
  expect(config).toEqual(usual)
  expect(settings).toEqual({ ...live, features: { ...live.features, sandbox: true } })
  const codes: (string | undefined)[] = []
  createBff(options, { log: ({ code }) => codes.push(code), store: memoryStore() })
  expect(codes).toContain('practice_mode')
})

describe("an operator's own wording", () => {
  const own = { en: { ...ourWording.en, agree: 'Yes, I agree.' }, es: ourWording.es }
  const version = createWording('en', own.en, { subscriber: false, names }).version
  const env = { ...real, WORDING_FILE: 'wording.json' }

  it('is shown once these very words are approved (R-A22)', async () => {
    expect(problems(env, JSON.stringify(own))[0]).toContain(`does not name ${version}`)
    const options = optionsFromEnvironment({ ...env, WORDING_APPROVED: version }, () => JSON.stringify(own))
    const { wording } = await settingsOf(createBff(options, { log: () => undefined, store: memoryStore() }))
    expect(wording.en).toMatchObject({ agree: 'Yes, I agree.', version })
    expect(Object.keys(wording)).toEqual(['en'])
  })

  it('is shown in another language once that is approved too', async () => {
    const both = `${version},${createWording('es', own.es, { subscriber: false, names }).version}`
    const options = optionsFromEnvironment({ ...env, WORDING_APPROVED: both }, () => JSON.stringify(own))
    const { wording } = await settingsOf(createBff(options, { log: () => undefined, store: memoryStore() }))
    expect(Object.keys(wording)).toEqual(['en', 'es'])
  })

  it.each(Object.keys(ourWording.en.elements))('cannot omit "%s" (R-A14 to R-A21)', (element) => {
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

it('findRemovedVariables names removed variables that are set, with advice, and never a value', () => {
  const found = findRemovedVariables({ BREAKER: 'CANARY', WAITING_ROOM: '', PATH: '/bin' })
  expect(found).toEqual([{ variable: 'BREAKER', fix: 'The circuit breaker is always on.' }])
})

describe('options from a program', () => {
  const options: BffOptions = {
    upstreamUrl: 'http://127.0.0.1:8788',
    apiKeyId: '00000000-0000-4000-8000-000000000001',
    apiKeySecret: secret,
    allowedOrigins: ['https://partner.example'],
  }

  it('are rejected by their own name, and the variable', () => {
    expect(() => createBff({ ...options, allowedOrigins: [] })).toThrow('allowedOrigins (ALLOWED_ORIGINS) is empty.')
  })

  it('that do not exist are named', () => {
    const misspelt = { ...options, alowedOrigins: [] }
    expect(() => createBff(misspelt)).toThrow('alowedOrigins is not known. Did you mean allowedOrigins?')
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
