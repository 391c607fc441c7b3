/** The problems of a partners file: all at once, each with the path of its key, and never a secret. */
import { describe, expect, it } from 'vitest'
import { ourWording } from '../consent/wording.ts'
import type { BffOptions } from '../options/bff-options.ts'
import { ConfigurationError } from '../options/option.ts'
import { realOptions, theOptions } from '../testing/bff-requests.ts'
import { readPartners } from '../testing/read-partners.ts'

const river = { name: 'River City Votes', privacy_url: 'https://river.example/privacy' }
const sandbox = theOptions('http://127.0.0.1:1')
const real: BffOptions = { ...sandbox, upstreamUrl: 'https://service.example', ...realOptions() }
const secret = 'SECRETCANARY'
const env = {
  GOOD_KEY: `6f1ed002-ab5f-4b7e-9d6b-000000000003:${secret}`,
  SANDBOX_KEY: `00000000-0000-4000-8000-000000000001:${secret}`,
  BAD_KEY: secret,
}

const logos: Record<string, Uint8Array<ArrayBuffer>> = {
  'good.png': new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  'drawn.svg': new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  'huge.png': new Uint8Array(300_000),
}
const readBytes = (name: string) => logos[name] ?? fails()

function problemsOf(file: unknown, options: BffOptions = sandbox): readonly string[] {
  const text = typeof file === 'string' ? file : JSON.stringify(file)
  try {
    readPartners(text, options, { env, readBytes, readText: (name) => (name === 'key' ? env.GOOD_KEY : fails()) })
    return []
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    expect(error.message).not.toContain('CANARY')
    return error.problems
  }
}

function fails(): never {
  throw new Error('ENOENT')
}

describe('a partners file', () => {
  const expectProblem = (file: unknown, sentence: string) => {
    const problems = problemsOf(file)
    expect(problems.filter((problem) => problem.startsWith(sentence)).length, problems.join('\n')).toBeGreaterThan(0)
  }

  it.each([
    ['{', 'The file is not JSON.'],
    ['[]', 'The file is not an object with an entry for each partner.'],
    [
      { 'Ada Sample': river },
      '"Ada Sample" is not a name for a partner. Use 1 to 64 letters, digits, ".", "_" and "-".',
    ],
    [{ river: 'River' }, 'river is not an object with the keys of a partner.'],
    [{ river: { name: 'River' } }, 'river.privacy_url is missing. Set it to the address of its privacy policy'],
  ])('is rejected: $1', expectProblem)

  it.each<[change: object, sentence: string]>([
    [{ nam: 'x', privcy_url: 'x' }, 'privcy_url is not known. Did you mean privacy_url?'],
    [{ privacy_url: 'http://river.example' }, 'privacy_url is not an https: address'],
    [{ allowed_origins: ['https://river.example', '*'] }, 'allowed_origins must not have "*"'],
    [{ languages: ['es', 'de'] }, 'languages.1 is none of en, es'],
    [{ sms_program: true }, 'sms_program is not a text-message program. Write it as'],
    [{ messages: { en: { 'form.headng': 'x' } } }, 'messages.en.form.headng is not known. Did you mean form.heading?'],
    [{ messages: { en: { 'form.zzz': 'x' } } }, 'messages.en.form.zzz is not known. Use form.heading, '],
    [{ messages: { en: { zzz: 'x' } } }, 'messages.en.zzz is not known. Use form.…, '],
    [{ messages: { de: {} } }, 'messages.de is not known. Use en, es, '],
    [{ messages: { en: { 'form.heading': ' ' } } }, 'messages.en.form.heading is empty.'],
    [{ messages: { 'form.heading': 'x' } }, 'messages.form.heading is not known.'],
    [{ messages: { es: { 'consent.heading': 'x' } } }, 'messages.es.consent.heading is part of the consent text.'],
    [
      { wording: { en: { ...ourWording.en, agree: '' } } },
      'wording does not have what a wording must have at "en.agree"',
    ],
    [{ key_file: 'nowhere' }, 'key_file names a file that cannot be read: "nowhere". Check that it is there'],
    [{ key_variable: 'NO_KEY' }, 'key_variable names a variable that is not set: "NO_KEY".'],
    [{ key_variable: 'BAD_KEY' }, 'key_variable does not contain an API key as id:secret'],
    [{ key_file: 'key', key_variable: 'GOOD_KEY' }, 'key_file is set together with river.key_variable.'],
    [{ key_file: 'key' }, 'key_file and API_KEY_ID are not for the same service'],
  ])('is rejected for an entry: river.$1', (change, sentence) =>
    expectProblem({ river: { ...river, ...change } }, `river.${sentence}`),
  )

  it('is rejected with all its problems together', () => {
    const file = {
      river: { ...river, name: '', languages: 1 },
      north: { ...river, key_variable: 'BAD_KEY', color: 'red' },
    }
    expect(problemsOf(file).map((problem) => problem.split(' ')[0])).toEqual([
      'river.name',
      'river.languages',
      'north.color',
    ])
  })

  it('against a real service names each text that is not approved, and is accepted once it is', () => {
    const [problem = ''] = problemsOf({ river }, real)
    expect(problem).toMatch(/^river\.wording_approved does not name en-[0-9a-f]{32}, /)
    expect(problem).toContain('wording --partner river')
    const [version = ''] = /en-[0-9a-f]{32}/.exec(problem) ?? []
    const approved = { ...river, wording_approved: [version] }
    expect(problemsOf({ river: approved }, real)).toEqual([])
    expect(problemsOf({ river }, { ...real, wordingApproved: [...(real.wordingApproved ?? []), version] })).toEqual([])
    // One different letter in a link makes a different text.
    expect(problemsOf({ river: { ...approved, privacy_url: `${river.privacy_url}2` } }, real)).toHaveLength(1)
  })

  it('never mixes the sandbox’s key with a real service’s', () => {
    expect(problemsOf({ river: { ...river, key_variable: 'SANDBOX_KEY' } }, real).join()).toContain(
      'not for the same service',
    )
  })
})

describe('a partner’s branding', () => {
  const withBranding = (branding: unknown) => problemsOf({ river: { ...river, branding } })

  it('with colors that are readable in both themes and a plain picture is accepted', () => {
    const tokens = {
      'color-primary': { light: '#003b5c', dark: '#9fd0ff' },
      'font-family': 'Georgia, serif',
      radius: '0',
    }
    expect(withBranding({ tokens, logo: 'good.png' })).toEqual([])
  })

  it.each(['#ffe600', '#0b6b3a', '#c8102e', '#1a1a1a', '#fefefe', '#808080'])(
    'with the primary color %s alone is accepted: what is unreadable in it is not written in it',
    (color) => {
      expect(withBranding({ tokens: { 'color-primary': color } })).toEqual([])
    },
  )

  it.each([
    [
      { 'color-on-primary': '#99aadd', 'color-primary': '#fff000' },
      /^color-on-primary \(#99aadd\) has a contrast of 1\.9:1 to color-primary \(#fff000\) in the light theme and needs 4\.5:1\. #1c1b22 is readable\.$/,
    ],
    [{ 'color-link': '#fff000' }, /^color-link \(#fff000\) has a contrast of 1\.1:1 to color-surface \(#ffffff\)/],
    [{ 'color-surface': '#333333' }, /^color-on-surface \(#1c1b22, the form's own\)/],
    [{ 'color-primary': 'red;}body{display:none' }, /^color-primary is not a color/],
    [{ 'font-family': 'x;}</style><script>' }, /^font-family is not written like/],
    [{ shadow: 'url(https://elsewhere.example)' }, /^shadow is not written like/],
    [{ 'color-primray': '#003b5c' }, /^color-primray is not known\. Did you mean color-primary\?$/],
    [{ hue: '#003b5c' }, /^hue is not known\. Use .*\bcolor-primary, .*\.$/],
  ])('with %j is rejected', (tokens, sentence) => {
    expect(withBranding({ theme: 'light', tokens })[0]?.replace('river.branding.tokens.', '')).toMatch(sentence)
  })

  it.each([
    ['drawn.svg', 'is neither PNG, JPEG nor WebP'],
    ['huge.png', 'has 300000 bytes; the maximum is 262144'],
    ['none.png', 'cannot be read'],
  ])('with %s as its logo is rejected', (logo, says) => {
    const [problem = ''] = withBranding({ logo })
    expect(problem).toContain('river.branding.logo')
    expect(problem).toContain(says)
  })
})
