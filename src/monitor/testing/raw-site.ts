/** Sites whose responses are written byte by byte, and what the monitor says of each. */
import { createServer } from 'node:net'
import { listenOnFreePort } from '../../contract/testing/listen-on-free-port.ts'

/** The page of a state's site. */
export const sitePage =
  '<!doctype html><title>Register to vote</title><h1>Register to vote</h1><form><input name=zip></form>'
/** Returns a text inside a page of usual length. */
export const padded = (text: string) => `<p>${text} ${'What a page says about voting. '.repeat(70)}</p>`

/** Returns a response with a page. */
export const page = (status: string, html: string, ...headers: string[]) =>
  [
    `HTTP/1.1 ${status}`,
    'Content-Type: text/html',
    `Content-Length: ${Buffer.byteLength(html)}`,
    ...headers,
    '',
    html,
  ].join('\r\n')

/** What a site sends: text, bytes, or what fits the request. */
export type Answer = string | Buffer | ((request: string) => string)
/** A site: what the monitor says of it, its name in the message, what it sends, and the text that it must contain. */
export type Row = readonly [is: string, what: string, answer: Answer, mustContain?: string]

/** A result of a check. */
interface Result {
  outcome: string
  error: string | undefined
}

/** Returns a result as the tables have it. */
export const toText = ({ outcome, error }: Result) => (error === undefined ? outcome : `${outcome}: ${error}`)

/** Serves every site of a table, checks each, and returns what the monitor says of them and what it should. */
export async function checkAll(
  rows: readonly Row[],
  check: (site: { url: string; mustContain: string | undefined }) => Promise<Result>,
): Promise<{ found: string[]; expected: string[] }> {
  const { port, close } = await listenOnFreePort(
    createServer((socket) => {
      socket.on('error', () => undefined)
      socket.once('data', (data) => {
        const request = data.toString('latin1')
        const answer = rows[Number(/^GET \/(\d+)/.exec(request)?.[1])]?.[2] ?? ''
        const bytes = typeof answer === 'function' ? answer(request) : answer
        const encoding = typeof bytes === 'string' && /[^\0-\xff]/.test(bytes) ? 'utf8' : 'latin1'
        socket.end(typeof bytes === 'string' ? Buffer.from(bytes, encoding) : bytes)
      })
    }),
  )
  const found = await Promise.all(
    rows.map(async ([, what, , mustContain], index) => {
      const result = await check({ url: `http://127.0.0.1:${port}/${index}`, mustContain })
      return `${what} → ${toText(result)}`
    }),
  )
  await close()
  return { found, expected: rows.map(([is, what]) => `${what} → ${is}`) }
}
