/** The rows of release 0.1.0's tables, created without the code of this release. */
import { createCipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { release01 } from './release-0.1-tables.ts'

/** Executes one statement, or several without parameters. */
export type Execute = (sql: string) => Promise<unknown>

/** A form whose outcome release 0.1.0 stored. */
export interface OldForm {
  key: string
  /** The service's address and the id of the API key. */
  service: string
  origin: string
  /** JSON, as the service received it. */
  body: string
  /** The service's answer with sealed buttons, as JSON. */
  answer: string
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`

const derived = (material: Uint8Array, purpose: string) =>
  Buffer.from(hkdfSync('sha256', material, '', `voter-registration ${purpose}`, 32))

/** The fingerprint that 0.1.0 stored beside the outcome. */
export const oldFingerprint = (
  material: Uint8Array,
  { service, origin, body }: Pick<OldForm, 'service' | 'origin' | 'body'>,
): string =>
  createHmac('sha256', derived(material, 'fingerprint v2'))
    .update(JSON.stringify([service, origin, body]))
    .digest('base64url')

function oldBox(material: Uint8Array, purpose: string, text: string, bound: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', derived(material, purpose), nonce).setAAD(Buffer.from(bound))
  return Buffer.concat([nonce, cipher.update(text), cipher.final(), cipher.getAuthTag()]).toString('base64url')
}

/** A press in a page from 0.1.0. */
export const oldPress = (material: Uint8Array, event: string): string =>
  `v1.${oldBox(material, 'press v1', `${Date.now() + 3_600_000} ${event}`, 'v1')}`

/**
 * Creates the tables of the BFF of release 0.1.0 and fills them: presses 40 %, of which a tenth had come twice and a hundredth
 * had failed; receipts 40 %, of which a thousandth was open; outcomes of forms 20 %. Also adds the forms and the waiting
 * presses that a test queries.
 *
 * @param material the key material
 * @param events the events to be delivered, as JSON
 * @param lostKey the key of a form that was in flight when the process ended
 */
export async function fillRelease01(
  dialect: 'sqlite' | 'postgres',
  execute: Execute,
  {
    rows,
    material,
    form,
    lostKey,
    events,
  }: { rows: number; material: Uint8Array; form: OldForm; lostKey: string; events: readonly string[] },
): Promise<void> {
  const numbers = (count: number) =>
    dialect === 'sqlite'
      ? `(WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count}) SELECT i FROM n) AS n`
      : `generate_series(1, ${count}) AS n (i)`
  const [now, hour] = [Date.now(), 3_600_000]
  const until = now + 900_000
  const outcome = (text: string, key: string) => quoted(oldBox(material, 'outcome v1', text, key))
  const some = outcome(JSON.stringify({ at: 'answered', text: 'x'.repeat(1_500), since: 0 }), 'some key')
  const kept = outcome(JSON.stringify({ at: 'answered', text: form.answer, since: now }), form.key)
  const fingerprint = quoted(oldFingerprint(material, form))
  await execute(release01.bff[dialect])
  await execute(`INSERT INTO bff_press (state, event, reference, mark, tries, accepted_at, due_at, tried_at, last_status)
    SELECT CASE WHEN i % 100 = 0 THEN 'failed' ELSE 'delivered' END, CASE WHEN i % 100 = 0 THEN '{"some":"event"}' END,
      'reference-' || i, 'mark-' || (CASE WHEN i % 10 = 9 THEN i - 1 ELSE i END), 1, ${now - hour} + (i % 10) * 20000,
      ${now - hour}, ${now - hour}, 201 FROM ${numbers(Math.round(rows * 0.4))}`)
  await execute(`INSERT INTO bff_receipt (id, at, reference, wording, locale, boxes, form, site, phone, outcome, status, outcome_at)
    SELECT 'receipt-' || i, ${now - hour} - i * 1000, 'reference-' || i, 'en-51c37c27', 'en', 'sms_opt_in', '0.1.0',
      'https://partner.example', 'hash-of-phone-' || i, CASE WHEN i % 1000 = 0 THEN 'open' ELSE 'answered' END,
      200, ${now - hour} FROM ${numbers(Math.round(rows * 0.4))}`)
  await execute(`INSERT INTO bff_form (form_key, fingerprint, owner, lease, outcome, until)
    SELECT 'key-' || i, 'fingerprint', 'owner', 0, ${some}, ${until} FROM ${numbers(Math.round(rows * 0.2))}`)
  await execute(`INSERT INTO bff_form (form_key, fingerprint, owner, lease, outcome, until) VALUES
    (${quoted(form.key)}, ${fingerprint}, 'owner', 0, ${kept}, ${until}),
    (${quoted(lostKey)}, ${fingerprint}, 'owner', ${now - 1}, NULL, ${until})`)
  const presses = events.map((event, i) => `(${quoted(event)}, 'waiting-${i}', 'waiting-${i}', ${now}, ${now})`)
  await execute(`INSERT INTO bff_press (event, reference, mark, accepted_at, due_at) VALUES ${presses.join(', ')}`)
}
