import { createServer } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { listen, readPort } from './listen.ts'

describe('a port of the demo', () => {
  it('is the default unless another one is set', () => {
    expect(readPort({}, 'DEMO_PORT', 4173).number).toBe(4173)
    expect(readPort({ DEMO_PORT: ' ' }, 'DEMO_PORT', 4173).number).toBe(4173)
    expect(readPort({ DEMO_PORT: '5000' }, 'DEMO_PORT', 4173).number).toBe(5000)
  })

  it.each(['0', '65536', '-1', 'http', '80.5', '1e3'])('cannot be "%s"; the message says what can', (value) => {
    expect(() => readPort({ DEMO_PORT: value }, 'DEMO_PORT', 4173)).toThrow(
      `DEMO_PORT must be a port from 1 to 65535, got "${value}". Leave it out to use 4173.`,
    )
  })
})

describe('a port in use', () => {
  const first = createServer()
  const second = createServer()
  afterEach(() => {
    first.close()
    second.close()
  })

  it('gets one sentence, with the variable that changes it', async () => {
    await new Promise<void>((done) => first.listen(0, '127.0.0.1', done))
    const address = first.address()
    const number = typeof address === 'object' && address !== null ? address.port : 0
    await expect(listen(second, 'the sandbox', { variable: 'SANDBOX_PORT', number }, '127.0.0.1')).rejects.toThrow(
      new RegExp(
        `^Port ${number} is in use, so the sandbox cannot start\\. Choose another one: SANDBOX_PORT=\\d+ npm start$`,
      ),
    )
  })
})
