/** What a voter sends to a BFF. */
import { randomUUID } from 'node:crypto'

/** Returns a fictional voter's registration as JSON. */
export const registrationBody = (email) =>
  JSON.stringify({
    first_name: 'Sample',
    last_name: 'Voter',
    date_of_birth: '1990-01-02',
    email,
    address1: '1 Sample Street',
    city: 'Sampletown',
    state: 'OH',
    zipcode: '43004',
    sms_opt_in: true,
  })

/**
 * Returns the request that registers a voter, with its own idempotency key: sent again, it is the same registration.
 *
 * @param email the voter's address
 * @param origin origin of the page with the form
 * @param consentVersion version of the English wording
 */
export const registrationRequest = (email, { origin, consentVersion }) => ({
  method: 'POST',
  headers: {
    origin,
    'content-type': 'application/json',
    'idempotency-key': randomUUID(),
    'consent-version': consentVersion,
  },
  body: registrationBody(email),
})
