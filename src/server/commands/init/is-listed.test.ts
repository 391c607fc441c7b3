import { describe, expect, it } from 'vitest'
import { isListed } from './is-listed.ts'

describe('a .gitignore', () => {
  it.each(['bff.env', '/bff.env', '**/bff.env', '*.env', 'bff.*', '*', 'bff.en?', 'node_modules\r\nbff.env  \r\n'])(
    'with %j lists bff.env',
    (text) => expect(isListed(text, 'bff.env')).toBe(true),
  )

  it.each([
    '',
    '\n\n',
    '.env',
    '.env*',
    '# bff.env',
    'bff.env/',
    'bffxenv',
    'config/bff.env',
    'other.env',
    'node_modules/',
  ])('with %j does not', (text) => expect(isListed(text, 'bff.env')).toBe(false))

  it('takes back with !, and the last line that fits counts', () => {
    expect(isListed('*.env\n!bff.env', 'bff.env')).toBe(false)
    expect(isListed('!bff.env\n*.env', 'bff.env')).toBe(true)
  })

  it.each(['.env*', '.env*.local', '.env.local', '.*'])('with %j lists the .env.local of Next.js', (text) =>
    expect(isListed(text, '.env.local')).toBe(true),
  )
})
