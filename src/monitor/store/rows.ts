/** Converts rows of the monitor's tables into objects. */
import { createHash } from 'node:crypto'
import type { Row } from '../../server/storage/sql.ts'
import { getUptimeRatios } from '../uptime-ratio.ts'
import type { Attempt, StoredCheck, StoredDowntime, StoredSite, Turn } from './store.ts'

/** A check as stored inside an interval or a site, where it outlives its own row. */
export interface KeptCheck extends Attempt {
  number: number
}

const number = (value: unknown) => Number(value ?? 0)
const optionalNumber = (value: unknown) => (value === null || value === undefined ? undefined : Number(value))
const text = (value: unknown) => (typeof value === 'string' ? value : '')
const optionalText = (value: unknown) => (typeof value === 'string' ? value : undefined)

export function turnOf(row: Row): Turn {
  return {
    id: number(row.id),
    uuid: text(row.uuid),
    url: text(row.url),
    host: text(row.host),
    description: text(row.description),
    mustContain: optionalText(row.must_contain),
    up: upOf(row.is_up),
  }
}

export function upOf(value: unknown): boolean | undefined {
  return value === null || value === undefined ? undefined : Number(value) === 1
}

export function checkOf(row: Row, site: string): StoredCheck {
  return stored(site, {
    number: number(row.number),
    at: number(row.checked_at),
    up: number(row.is_up) === 1,
    ignored: number(row.is_ignored) === 1,
    loadUs: number(row.load_us),
    via: text(row.route),
    status: optionalNumber(row.status),
    error: optionalText(row.error),
    redirects: typeof row.redirects === 'string' ? row.redirects.split(' ') : [],
  })
}

function keptCheck(value: unknown, site: string): StoredCheck | undefined {
  if (typeof value !== 'string') return undefined
  const check: KeptCheck = JSON.parse(value)
  return stored(site, check)
}

function stored(site: string, { number: which, via, ...check }: KeptCheck): StoredCheck {
  return { ...check, uuid: nameUuid('check', `${site} ${which}`), site, proxy: nameUuid('via', via) }
}

/** A site with its uptime ratios. The row has `total` and `before_0` … `before_3`, downtime in milliseconds. */
export function siteOf(row: Row): StoredSite {
  const uuid = text(row.uuid)
  const up = upOf(row.is_up)
  const before = [row.before_0, row.before_1, row.before_2, row.before_3].map(number)
  return {
    uuid,
    url: text(row.url),
    description: text(row.description),
    up,
    changedAt: optionalNumber(row.changed_at),
    wentDown: keptCheck(row.down_check, uuid),
    wentUp: keptCheck(row.up_check, uuid),
    firstCheckAt: number(row.first_checked_at) || undefined,
    checkedAt: number(row.last_checked_at) || undefined,
    uptimeRatios: up === undefined ? undefined : getUptimeRatios(number(row.total), before),
  }
}

export function downtimeOf(row: Row): StoredDowntime {
  const site = text(row.uuid)
  const downCheck = keptCheck(row.down_check, site)
  if (downCheck === undefined) throw new Error('An interval without its first check.')
  return {
    uuid: nameUuid('downtime', `${site} ${number(row.number)}`),
    site,
    downCheck,
    upCheck: keptCheck(row.up_check, site),
  }
}

/** For UUIDs by RFC 9562, version 5: a site has the same UUID in every database, and a check needs no column for its own. */
const root = Buffer.from('6f4d0c5e6a3b4c1f9a2e7d1b5c8e0f31', 'hex')

export function nameUuid(kind: 'site' | 'check' | 'downtime' | 'via' | 'notice', name: string): string {
  const hash = createHash('sha1').update(root).update(`${kind}:${name}`).digest()
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x50
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80
  const hex = hash.toString('hex', 0, 16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
