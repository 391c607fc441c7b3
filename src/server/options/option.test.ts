import { expect, it } from 'vitest'
import { keyHalfProblem, keyListProblem } from '../crypto/keys.ts'
import { findDatabaseUrlProblem, findEncryptionProblem } from '../storage/postgres-checks.ts'
import { addressProblem, originProblem } from './option.ts'

const ab = (bytes: number) => 'ab'.repeat(bytes)

it.each<[string, (value: string) => string | undefined, [value: string, says: string | undefined][]]>([
  [
    'base address',
    addressProblem,
    [
      ['https://api.service.example', undefined],
      ['http://127.0.0.1:8788', undefined],
      ['api.service.example', 'is not an address'],
      ['http://api.service.example', 'is not encrypted'],
      ['http://127.0.0.1.evil.example', 'is not encrypted'],
      ['ftp://127.0.0.1', 'is not an https: address'],
      ['https://id:CANARY@api.service.example', 'contains a user name or password'],
      ['https://api.service.example/?key=CANARY', 'has a query'],
      ['https://api.service.example/?', 'has a query'],
      ['https://api.service.example/#x', 'has a query'],
    ],
  ],
  [
    'origin',
    originProblem,
    [
      ['https://partner.example/', undefined],
      ['http://localhost:4173', undefined],
      ['*', 'would allow any page'],
      ['null', 'would allow any page'],
      ['https://*.partner.example', 'is more than an origin'],
      ['partner.example', 'is not an origin'],
      ['https://partner.example/form', 'is more than an origin'],
      ['https://a@partner.example', 'is more than an origin'],
      ['http://partner.example', 'is not encrypted'],
      ['file:///form.html', 'is not encrypted'],
    ],
  ],
  [
    'half of a key',
    keyHalfProblem,
    [
      ['S3cret with blanks', undefined],
      ['SECRET:CANARY', 'has a colon'],
      ['CANARYé', 'a character outside ASCII'],
      ['SECRET\nCANARY', 'a line break'],
      ['CANARY\u0000', 'a character outside ASCII'],
    ],
  ],
  [
    'list of keys',
    keyListProblem,
    [
      [ab(32), undefined],
      [btoa('x'.repeat(32)), undefined],
      [btoa('\u00ff'.repeat(33)).replaceAll('/', '_'), undefined],
      [`${ab(32)}, ${ab(33)}`, undefined],
      ['CANARY', 'at least 32 bytes'],
      [ab(31), 'at least 32 bytes'],
      [btoa('x'.repeat(31)), 'at least 32 bytes'],
      [`${ab(32)},CANARY`, 'at least 32 bytes'],
      ['00'.repeat(64), 'only zeros'],
      [`${ab(32)},${btoa('\0'.repeat(40))}`, 'only zeros'],
    ],
  ],
  [
    'database',
    findDatabaseUrlProblem,
    [
      ['postgres://bff@db/bff?sslmode=disable', undefined],
      ['mysql://user:CANARY@host/db', 'does not begin with postgres://'],
      ['CANARY', 'is not an address'],
      ['postgres://user:CANARY@host', 'names no database'],
      ['postgres://user:CANARY@host/db', 'is on another machine and does not set sslmode'],
    ],
  ],
])('the problem of an invalid %s has no value that may be a secret (R-A104)', (_, problemOf, cases) => {
  const wrong = cases.filter(([value, says]) => {
    const problem = problemOf(value)
    const isSaid = says === undefined ? problem === undefined : problem?.includes(says) === true
    return !isSaid || problem?.includes('CANARY') === true
  })
  expect(wrong).toEqual([])
})

it('a database on this machine needs no encryption', () => {
  expect(findEncryptionProblem('postgres://bff@localhost/bff')).toBeUndefined()
})
