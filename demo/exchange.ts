/** One request and its answer, as the QA page shows it, with the key hidden. Both sides use it: the page for what the
 *  form says to the BFF, the demo's server for what the BFF says to the service. */

/** What was said, and what came back. Bodies are the text of the wire, so that numbers stay as they were written. */
export interface Exchange {
  method: string
  url: string
  headers: Record<string, string>
  body: string
  /** Milliseconds until the whole answer was there, or until it was clear that none would come. */
  ms: number
  answer:
    | { kind: 'answered'; status: number; headers: Record<string, string>; body: string }
    | { kind: 'none'; because: string }
}

/** Replaces a credential. */
export const hiddenKey = 'Basic ••••• (hidden)'

/** Copies headers, except the value of `Authorization`: what is never copied can never be shown. */
export function copyHeaders(headers: Iterable<readonly [string, string]>): Record<string, string> {
  const copied: Record<string, string> = {}
  for (const [name, value] of headers) {
    copied[name.toLowerCase()] = name.toLowerCase() === 'authorization' ? hiddenKey : value
  }
  return copied
}

/** Writes an exchange as HTTP writes it, for reading and copying. JSON is laid out, but not a character of it changes. */
export function exchangeText({ method, url, headers, body, ms, answer }: Exchange): string {
  const asked = part(`${method} ${url}`, headers, body)
  const answered =
    answer.kind === 'answered'
      ? part(`← ${answer.status}, after ${ms} ms`, answer.headers, answer.body)
      : `← no answer, after ${ms} ms: ${answer.because}`
  return `${asked}\n\n${answered}`
}

function part(first: string, headers: Record<string, string>, body: string): string {
  const lines = [first, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)]
  return (body === '' ? lines : [...lines, '', layOut(body)]).join('\n')
}

/**
 * Lays JSON out over several lines without reading its values: `12345678901234567890` and `1.0` stay what they are.
 * Text that is no JSON comes back as it is.
 */
export function layOut(text: string): string {
  try {
    JSON.parse(text)
  } catch {
    return text
  }
  let depth = 0
  const line = () => `\n${'  '.repeat(depth)}`
  return text.replace(/"(?:\\.|[^"\\])*"|[{[]\s*[}\]]|[{}[\]:,]|\s+/g, (token) => {
    if (/^\s/.test(token)) return ''
    if (token === ',') return token + line()
    if (token === ':') return ': '
    if (token === '{' || token === '[') {
      depth += 1
      return token + line()
    }
    if (token === '}' || token === ']') {
      depth -= 1
      return line() + token
    }
    return token.startsWith('"') ? token : token.replace(/\s/g, '')
  })
}
