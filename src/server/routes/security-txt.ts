/** `GET /.well-known/security.txt`: where to report a vulnerability of this server (RFC 9116). */
import { Hono } from 'hono'
import { bffPaths } from '../../contract/routes.ts'
import type { Env } from '../problem.ts'

/**
 * Creates the route.
 *
 * @param contact a `mailto:`, `tel:` or `https:` address
 * @param expires the day after which nobody should rely on it, as in `2027-07-01`
 */
export const securityTxtRoute = (contact: string, expires: string): Hono<Env> =>
  new Hono<Env>().get(bffPaths.securityTxt, (c) =>
    c.text(`Contact: ${contact}\nExpires: ${expires}T23:59:59Z\nPreferred-Languages: en\n`),
  )
