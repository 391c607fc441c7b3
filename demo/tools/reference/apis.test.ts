import { expect, it } from 'vitest'
import { chosenApi, documentUrl, tryUrl } from './apis.ts'

const config = { bff: 'http://127.0.0.1:8787', sandbox: 'http://127.0.0.1:8788', sandboxKey: 'id:secret' }

it.each([
  ['?api=uptime', 'uptime'],
  ['?api=nothing', 'action'],
  ['', 'action'],
] as const)('the address %j shows the document %s', (search, name) => {
  expect(chosenApi(search)).toBe(name)
})

it('the documents are those of sandbox and BFF', () => {
  expect(documentUrl('action', config)).toBe('http://127.0.0.1:8788/_sandbox/openapi/action.json')
  expect(documentUrl('bff', config)).toBe('http://127.0.0.1:8787/openapi.json')
})

it('a request for the sandbox’s APIs goes through the demo, every other one as it is', () => {
  expect(tryUrl('http://127.0.0.1:8788/v2/election/field/?a=b', config)).toBe('/try/v2/election/field/?a=b')
  for (const url of ['http://127.0.0.1:8788/_sandbox/openapi/action.json', 'http://127.0.0.1:8787/settings'])
    expect(tryUrl(url, config)).toBe(url)
})
