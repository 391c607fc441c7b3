/** The store in the memory of this process, for the sandbox and tests. */
import { createMemoryCounts } from './counts.ts'
import { type FormRow, toKnownForm } from './idempotency-table.ts'
import {
  type ClickRow,
  type Counted,
  countedColumns,
  type IdempotencyStore,
  type KnownForm,
  type OutboxStore,
  type Receipt,
  type ReceiptClick,
  type Store,
  type StoredWording,
} from './store.ts'

/** Maximum number of receipts, forms and clicks. The oldest receipt, form with an outcome, or delivered click makes room. */
const maxRows = 10_000

export function memoryStore(): Store {
  const clicks = new Map<number, StoredClick>()
  const receipts = new Map<string, Receipt>()
  const wordings = new Map<string, StoredWording>()
  const forms = new Map<string, StoredForm>()

  return {
    clicks: clicksIn(clicks, receipts),
    forms: formsIn(forms, receipts),
    receipts: {
      async list({ from = 0, to = Number.POSITIVE_INFINITY, partner, after = 0, limit }) {
        const isWanted = (receipt: Receipt) => partner === undefined || receipt.partner === partner
        const inTime = [...receipts.values()].filter(
          ({ seq, created_at }) => seq > after && created_at >= from && created_at < to,
        )
        return inTime.filter(isWanted).slice(0, limit)
      },
      async count({ from, to, by, outcome }) {
        const groups = new Map<string, Counted>()
        for (const receipt of receipts.values()) {
          if (receipt.created_at < from || receipt.created_at >= to) continue
          if (outcome !== undefined && receipt.outcome !== outcome) continue
          const values = by.map((name) => getCountedValue(receipt, name))
          const group = groups.get(JSON.stringify(values)) ?? { values, count: 0 }
          group.count++
          groups.set(JSON.stringify(values), group)
        }
        return [...groups.values()]
      },
      async find(name) {
        return [...receipts.values()].filter(({ id, reference, phone_hmac }) =>
          [id, reference, phone_hmac].includes(name),
        )
      },
      async forget(phone) {
        const matchingReceipts = [...receipts.values()].filter(({ phone_hmac }) => phone_hmac === phone)
        for (const receipt of matchingReceipts) receipt.phone_hmac = null
        return matchingReceipts.length
      },
    },
    counts: createMemoryCounts(),
    wordings: {
      async keep(wording) {
        if (!wordings.has(wording.version)) wordings.set(wording.version, wording)
      },
      get: async (version) => wordings.get(version),
    },
    async sweep({ time, delivered, failed, receipts: minReceiptAt, open }) {
      const openReceipts = [...receipts.values()].filter(
        ({ outcome, created_at }) => outcome === 'open' && created_at < open,
      )
      for (const receipt of openReceipts) Object.assign(receipt, { outcome: 'unknown', outcome_at: time })
      return {
        settled: openReceipts.length,
        delivered: remove(clicks, isOldClick('delivered', delivered)),
        failed: remove(clicks, isOldClick('failed', failed)) + remove(clicks, isOldClick('unknown', failed)),
        forms: remove(forms, ({ expires_at }) => expires_at <= time),
        receipts: remove(receipts, ({ created_at }) => created_at < minReceiptAt),
      }
    },
    check: async () => undefined,
    close: async () => undefined,
  }
}

function getCountedValue(receipt: Receipt, name: string): string | null {
  const column = Object.entries(countedColumns).find(([columnName]) => columnName === name)?.[1]
  return column === undefined ? new URLSearchParams(receipt.campaign ?? '').get(name) : receipt[column]
}

type StoredForm = FormRow & { owner: string }

function formsIn(forms: Map<string, StoredForm>, receipts: Map<string, Receipt>): IdempotencyStore {
  let lastSeq = 0
  function find(key: string, time: number): KnownForm | undefined {
    const form = forms.get(key)
    return form === undefined || form.expires_at <= time ? undefined : toKnownForm(form, time)
  }
  return {
    async startAttempt({ key, fingerprint, owner, lease, expiresAt, startedAt, receipt }) {
      const existing = find(key, startedAt)
      if (existing !== undefined) return existing
      makeRoom(forms, ({ outcome }) => outcome !== null)
      forms.set(key, { fingerprint, owner, lease_expires_at: lease, expires_at: expiresAt, outcome: null })
      makeRoom(receipts, () => true)
      const outcome = { outcome: 'open', upstream_status: null, outcome_at: null, clicked: null }
      receipts.set(receipt.id, { ...receipt, seq: ++lastSeq, ...outcome })
      return { type: 'begun' }
    },
    find: async (key, time) => find(key, time),
    async finishAttempt({ key, owner, outcome: encrypted, expiresAt, receipt: { id, finishedAt, outcome, status } }) {
      const receipt = receipts.get(id)
      if (outcome === undefined) receipts.delete(id)
      else if (receipt !== undefined)
        Object.assign(receipt, { outcome, upstream_status: status, outcome_at: finishedAt })
      const form = forms.get(key)
      if (form?.owner !== owner) return
      if (encrypted === undefined) forms.delete(key)
      else Object.assign(form, { outcome: encrypted, expires_at: expiresAt })
    },
  }
}

function makeRoom<Key, Value>(entries: Map<Key, Value>, mayGo: (value: Value) => boolean): void {
  const oldest = entries.size < maxRows ? undefined : [...entries].find(([, value]) => mayGo(value))
  if (oldest !== undefined) entries.delete(oldest[0])
}

const isOldClick = (state: string, time: number) => (row: ClickRow) =>
  row.state === state && (row.last_attempt_at ?? 0) < time

function remove<Key, Value>(map: Map<Key, Value>, isOld: (value: Value) => boolean): number {
  const oldEntries = [...map].filter(([, value]) => isOld(value))
  for (const [key] of oldEntries) map.delete(key)
  return oldEntries.length
}

type StoredClick = ClickRow & { tokenHash: string; unanswered: number; isLeased: boolean }

function toClickRow({ tokenHash: _hash, unanswered: _unanswered, isLeased: _isLeased, ...row }: StoredClick): ClickRow {
  return row
}

function recordReceiptClick(receipts: Map<string, Receipt>, click: ReceiptClick): void {
  const receipt = receipts.get(click.receipt)
  if (receipt === undefined) return
  const isSame = receipt.clicked === null || receipt.clicked === click.button
  receipt.clicked = isSame ? click.button : 'both'
}

function clicksIn(rows: Map<number, StoredClick>, receipts: Map<string, Receipt>): OutboxStore {
  let lastId = 0
  const getWaitingRows = () => [...rows.values()].filter(({ state }) => state === 'waiting')
  return {
    async add({ event, reference, tokenHash, acceptedAt, click }, lease = 0) {
      for (const row of rows.values()) if (row.tokenHash === tokenHash) return 'duplicate'
      recordReceiptClick(receipts, click)
      const id = ++lastId
      makeRoom(rows, ({ state }) => state === 'delivered')
      const noAttempt = { attempts: 0, unanswered: 0, last_attempt_at: null, last_status: null, last_cause: null }
      const times = { accepted_at: acceptedAt, next_attempt_at: acceptedAt + lease, isLeased: lease > 0 }
      rows.set(id, { id, state: 'waiting', event, reference, tokenHash, ...times, ...noAttempt })
      return id
    },
    async claim(time, limit, lease) {
      const dueRows = getWaitingRows().filter(({ next_attempt_at }) => next_attempt_at <= time)
      const claimedRows = dueRows.sort((a, b) => a.next_attempt_at - b.next_attempt_at).slice(0, limit)
      for (const row of claimedRows) Object.assign(row, { next_attempt_at: time + lease, isLeased: true })
      return claimedRows.map(({ id, event, reference, attempts, unanswered }) => {
        return { id, event: event ?? '', reference, attempts, unanswered }
      })
    },
    async recordAttempt({ id, state, attempts, unanswered, nextAttemptAt, attemptedAt, status, cause }) {
      const row = rows.get(id)
      if (row === undefined) return
      const attempt = { last_attempt_at: attemptedAt, last_status: status ?? null, last_cause: cause ?? null }
      Object.assign(row, { state, attempts, unanswered, isLeased: false, next_attempt_at: nextAttemptAt }, attempt)
      if (state === 'delivered') row.event = null
    },
    async depth() {
      const acceptedTimes = getWaitingRows().map(({ accepted_at }) => accepted_at)
      return {
        waiting: acceptedTimes.length,
        failed: [...rows.values()].filter(({ state }) => state === 'failed').length,
        unknown: [...rows.values()].filter(({ state }) => state === 'unknown').length,
        oldestAt: acceptedTimes.length === 0 ? undefined : Math.min(...acceptedTimes),
      }
    },
    async list({ state, after = 0, limit }) {
      const matchingRows = [...rows.values()].filter(
        (row) => row.id > after && (state === undefined || row.state === state),
      )
      return matchingRows.slice(0, limit).map(toClickRow)
    },
    async get(id) {
      const row = rows.get(id)
      return row === undefined ? undefined : toClickRow(row)
    },
    async makeDue(time) {
      const delayedRows = getWaitingRows().filter(
        ({ next_attempt_at, isLeased, unanswered }) => next_attempt_at > time && !isLeased && unanswered === 0,
      )
      for (const row of delayedRows) row.next_attempt_at = time
      return delayedRows.length
    },
    async retry(ids, time) {
      const failed = [...rows.values()].filter(({ id, state }) =>
        ids === 'all' ? state === 'failed' : ids.includes(id) && (state === 'failed' || state === 'unknown'),
      )
      for (const row of failed)
        Object.assign(row, { state: 'waiting', attempts: 0, unanswered: 0, next_attempt_at: time })
      return failed.length
    },
  }
}
