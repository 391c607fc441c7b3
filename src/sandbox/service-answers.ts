/** The responses that every path of the service can return: JSON, `{"detail"}` bodies, and the HTML of its error pages. */
export function json(status: number, value: unknown, headers: Record<string, string> = {}): Response {
  return jsonText(status, JSON.stringify(value), headers)
}

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

export const nonFieldErrors = 'non_field_errors'

/** A copy of the contract's, on purpose: a typo in one shows in a comparison with the other. */
export const serviceMessages = {
  required: 'This field is required.',
  null: 'This field may not be null.',
  blank: 'This field may not be blank.',
  notString: 'Not a valid string.',
  tooLong: 'Ensure this field has no more than 256 characters.',
  nullCharacter: 'Null characters are not allowed.',
  surrogate: (unit: string) => `Surrogate characters are not allowed: ${unit}.`,
  notChoice: (value: string) => `"${value}" is not a valid choice.`,
  email: 'Enter a valid email address.',
  phone: 'Enter a valid phone number.',
  zipcode: 'Zip codes are 5 digits',
  date: 'Date has wrong format. Use one of these formats instead: YYYY-MM-DD.',
  mustBeTrue: 'Must be true',
  notBoolean: 'Must be a valid boolean.',
  tennesseeMx: 'Tennesee does not allow a title of Mx.',
  unknownFields: (keys: readonly string[]) => `Got unknown fields: {${keys.map((key) => `'${key}'`).join(', ')}}`,
  notDictionary: (kind: string) => `Invalid data. Expected a dictionary, but got ${kind}.`,
  noData: 'No data provided',
} as const
