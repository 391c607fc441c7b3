/** The answers that every path of the service can give: JSON, `{"detail"}` bodies, and the HTML of its error pages. */

/** An answer in JSON, written as the service writes it: no spaces, characters outside ASCII as they are. */
export function json(status: number, value: unknown, headers: Record<string, string> = {}): Response {
  return jsonText(status, JSON.stringify(value), headers)
}

/** The same from JSON text, so that its numbers go out exactly as written. */
export function jsonText(status: number, text: string, headers: Record<string, string> = {}): Response {
  return new Response(text, { status, headers: { 'Content-Type': 'application/json', ...headers } })
}

/** An error that belongs to no field: `{"detail": "…"}` (X14). */
export function detail(status: number, message: string, headers: Record<string, string> = {}): Response {
  return json(status, { detail: message }, headers)
}

/** A plain page, as a web framework or the network in front of it answers when something is wrong: never JSON. */
export function htmlError(status: number, title: string, headers: Record<string, string> = {}): Response {
  const page = `<!doctype html>\n<html lang="en">\n<head><title>${title}</title></head>\n<body><h1>${title}</h1><p>This page was made by the sandbox.</p></body>\n</html>\n`
  return new Response(page, { status, headers: { 'Content-Type': 'text/html; charset=utf-8', ...headers } })
}

/** What the service answers when its own code fails: a malformed key, a number as phone, a territory. */
export function serverError(): Response {
  return htmlError(500, 'Server Error (500)')
}

/** The page for a path that does not exist. */
export function notFound(): Response {
  return htmlError(404, 'Not Found')
}
