/** Converts rows of the monitor's tables into objects. */
import { createHash } from 'node:crypto'
import type { Row } from '../../server/storage/sql.ts'
import { getUptimeRatios } from '../uptime-ratio.ts'
import type { Attempt, CheckJob, StoredCheck, StoredDowntime, StoredSite } from './store.ts'

/** A check as stored inside an interval or a site, where it outlives its own row. */
export interface NumberedCheck extends Attempt {
  number: number
}

const toNumber = (value: unknown) => Number(value ?? 0)
const toOptionalNumber = (value: unknown) => (value === null || value === undefined ? undefined : Number(value))
const toText = (value: unknown) => (typeof value === 'string' ? value : '')
const toOptionalText = (value: unknown) => (typeof value === 'string' ? value : undefined)

export function toCheckJob(row: Row): CheckJob {
  return {
    id: toNumber(row.id),
    uuid: toText(row.uuid),
    url: toText(row.url),
    host: toText(row.host),
    description: toText(row.description),
    mustContain: toOptionalText(row.must_contain),
    up: parseUp(row.is_up),
  }
}

export function parseUp(value: unknown): boolean | undefined {
  return value === null || value === undefined ? undefined : Number(value) === 1
}

export function toStoredCheck(row: Row, site: string): StoredCheck {
  return addUuids(site, {
    number: toNumber(row.number),
    checkedAt: toNumber(row.checked_at),
    up: toNumber(row.is_up) === 1,
    ignored: toNumber(row.is_ignored) === 1,
    loadUs: toNumber(row.load_us),
    via: toText(row.route),
    status: toOptionalNumber(row.status),
    error: toOptionalText(row.error),
    redirects: typeof row.redirects === 'string' ? row.redirects.split(' ') : [],
  })
}

function parseCheck(value: unknown, site: string): StoredCheck | undefined {
  if (typeof value !== 'string') return undefined
  const check: NumberedCheck = JSON.parse(value)
  return addUuids(site, check)
}

function addUuids(site: string, { number: checkNumber, via, ...check }: NumberedCheck): StoredCheck {
  return { ...check, uuid: createUuid('check', `${site} ${checkNumber}`), site, proxy: createUuid('via', via) }
}

/** A site with its uptime ratios. The row has `total` and `before_0` … `before_3`, downtime in milliseconds. */
export function toStoredSite(row: Row): StoredSite {
  const uuid = toText(row.uuid)
  const up = parseUp(row.is_up)
  const downtimeBefore = [row.before_0, row.before_1, row.before_2, row.before_3].map(toNumber)
  return {
    uuid,
    url: toText(row.url),
    description: toText(row.description),
    up,
    changedAt: toOptionalNumber(row.changed_at),
    wentDown: parseCheck(row.down_check, uuid),
    wentUp: parseCheck(row.up_check, uuid),
    firstCheckAt: toNumber(row.first_checked_at) || undefined,
    checkedAt: toNumber(row.last_checked_at) || undefined,
    uptimeRatios: up === undefined ? undefined : getUptimeRatios(toNumber(row.total), downtimeBefore),
  }
}

export function toStoredDowntime(row: Row): StoredDowntime {
  const site = toText(row.uuid)
  const downCheck = parseCheck(row.down_check, site)
  if (downCheck === undefined) throw new Error('An interval without its first check.')
  return {
    uuid: createUuid('downtime', `${site} ${toNumber(row.number)}`),
    site,
    downCheck,
    upCheck: parseCheck(row.up_check, site),
  }
}

/** For UUIDs by RFC 9562, version 5: a site has the same UUID in every database, and a check needs no column for its own. */
const uuidNamespace = Buffer.from('6f4d0c5e6a3b4c1f9a2e7d1b5c8e0f31', 'hex')

export function createUuid(kind: 'site' | 'check' | 'downtime' | 'via' | 'notice', name: string): string {
  const hash = createHash('sha1').update(uuidNamespace).update(`${kind}:${name}`).digest()
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x50
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80
  const hex = hash.toString('hex', 0, 16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
