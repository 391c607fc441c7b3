/** The responses that every path of the service can return: JSON, `{"detail"}` bodies, and the HTML of its error pages. */

/** A JSON response, formatted as the service does: no spaces, non-ASCII characters unescaped. */
export function json(status: number, value: unknown, headers: Record<string, string> = {}): Response {
  return jsonText(status, JSON.stringify(value), headers)
}

/** A JSON response from JSON text, so that its numbers are sent exactly as written. */
export function jsonText(status: number, text: string, headers: Record<string, string> = {}): Response {
  return new Response(text, { status, headers: { 'Content-Type': 'application/json', ...headers } })
}

/** An error that belongs to no field: `{"detail": "…"}` (X14). */
export function detail(status: number, message: string, headers: Record<string, string> = {}): Response {
  return json(status, { detail: message }, headers)
}

/** The answer to a body that is not JSON. The real one says where the text breaks; no client may read that (X14). */
export const jsonError = () => detail(400, 'JSON parse error - Expecting value: line 1 column 1 (char 0)')

/** A plain page, as a web framework or a proxy in front of it returns for an error: never JSON. */
export function htmlError(status: number, title: string, headers: Record<string, string> = {}): Response {
  const page = `<!doctype html>\n<html lang="en">\n<head><title>${title}</title></head>\n<body><h1>${title}</h1><p>This page was made by the sandbox.</p></body>\n</html>\n`
  return new Response(page, { status, headers: { 'Content-Type': 'text/html; charset=utf-8', ...headers } })
}

/** The service's response when its own code fails: a malformed key, a number as phone, a territory. */
export const serverError = () => htmlError(500, 'Server Error (500)')

export const notFound = () => htmlError(404, 'Not Found')
