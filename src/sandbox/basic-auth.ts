/** The API key check of the registration call: HTTP Basic, key id as user name, secret as password (R-A100, B.1). */
import { strip } from './python-values.ts'
import { detail, serverError } from './service-answers.ts'

export const sandboxKeyId = '00000000-0000-4000-8000-000000000001'

/** The secret of the key: the password of Basic authentication. It is not really secret. */
export const sandboxKeySecret = 'sandbox-secret'

/** Both, as `id:secret`. */
export const sandboxKey = `${sandboxKeyId}:${sandboxKeySecret}`

const challenge = { 'WWW-Authenticate': 'Basic realm="Sandbox API Key ID and Secret", charset="UTF-8"' }

/** 401 with a challenge, or an HTML 500 for what makes the service's own code fail (bad base64, a key id that is not a UUID). */
export function rejectKey(header: string | undefined): Response | undefined {
  const [scheme = '', ...parts] = (header ?? '').trim().split(/\s+/)
  if (scheme.toLowerCase() !== 'basic') return unauthorized('Authentication credentials were not provided.')
  if (parts.length === 0) return unauthorized('Invalid basic header. No credentials provided.')
  if (parts.length > 1) return unauthorized('Invalid basic header. Credentials string should not contain spaces.')
  // White space around the id and the secret is dropped.
  const pair = decodeBase64(parts[0] ?? '')
    ?.split(':')
    .map(strip)
  if (pair === undefined || pair.length !== 2) return serverError()
  const [id = '', secret = ''] = pair
  const uuid = parseUuid(id)
  if (uuid === undefined) return serverError()
  if (uuid !== sandboxKeyId) return unauthorized('No such API key')
  if (/[^\0-\x7f]/.test(secret)) return serverError()
  return secret === sandboxKeySecret ? undefined : wrongSecret()
}

/** The 401 for a key with a wrong secret, as after changing the key on one side only. */
export const wrongSecret = () => unauthorized('Incorrect API key secret')

const unauthorized = (message: string) => detail(401, message, challenge)

/** Decodes base64 as Python does: ignores characters that are not base64, and ends at the first complete padding. */
function decodeBase64(credentials: string): string | undefined {
  const base64 = credentials.replace(/[^A-Za-z0-9+/=]/g, '')
  const [, fullGroups = '', paddedGroup = '', remainder = ''] =
    /^((?:[A-Za-z0-9+/]{4})*)([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?(.*)/.exec(base64) ?? []
  if (paddedGroup === '' && remainder !== '' && !remainder.startsWith('=')) return undefined
  const bytes = Uint8Array.from(atob(fullGroups + paddedGroup), (character) => character.charCodeAt(0))
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** As the service does: with or without hyphens, braces and `urn:uuid:`, in any case. */
export function parseUuid(text: string): string | undefined {
  const digits = text
    .replace(/^urn:uuid:/, '')
    .replace(/[-{}]/g, '')
    .toLowerCase()
  const parts = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/.exec(digits)
  return parts?.slice(1).join('-')
}
