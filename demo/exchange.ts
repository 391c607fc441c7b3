/** One request and its response, as the QA page shows it, with the key hidden. Both sides use it: the page for requests of
 *  the form to the BFF, the demo's server for requests of the BFF to the service. */

/** A request and its response. Bodies are the raw text, so that numbers stay exactly as written. */
export interface Exchange {
  method: string
  url: string
  headers: Record<string, string>
  body: string
  /** Milliseconds until the response was complete, or until it was certain that none would arrive. */
  ms: number
  answer:
    | { kind: 'answered'; status: number; headers: Record<string, string>; body: string }
    | { kind: 'none'; reason: string }
}

/** Replaces a credential. */
export const hiddenKey = 'Basic ••••• (hidden)'

/** Copies headers, except the value of `Authorization`: a value that is not copied cannot be shown. */
export function copyHeaders(headers: Iterable<readonly [string, string]>): Record<string, string> {
  const copied: Record<string, string> = {}
  for (const [name, value] of headers) {
    copied[name.toLowerCase()] = name.toLowerCase() === 'authorization' ? hiddenKey : value
  }
  return copied
}

/** Formats an exchange as HTTP text, for reading and copying. JSON is indented, but its values are unchanged. */
export function exchangeText({ method, url, headers, body, ms, answer }: Exchange): string {
  const requestText = formatPart(`${method} ${url}`, headers, body)
  const responseText =
    answer.kind === 'answered'
      ? formatPart(`← ${answer.status}, after ${ms} ms`, answer.headers, answer.body)
      : `← no answer, after ${ms} ms: ${answer.reason}`
  return `${requestText}\n\n${responseText}`
}

function formatPart(first: string, headers: Record<string, string>, body: string): string {
  const lines = [first, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)]
  return (body === '' ? lines : [...lines, '', indentJson(body)]).join('\n')
}

/**
 * Indents JSON without parsing its values: `12345678901234567890` and `1.0` stay unchanged. Returns text that is not JSON
 * unchanged.
 */
export function indentJson(text: string): string {
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
