/** The store in the memory of this process, for the sandbox and tests. */
import { createMemoryCounts } from './counts.ts'
import { type FormRow, toKnownForm } from './idempotency-table.ts'
import {
  type Counted,
  countedColumns,
  type IdempotencyStore,
  type KnownForm,
  type OutboxStore,
  type Pressed,
  type PressRow,
  type Receipt,
  type ShownWording,
  type Store,
} from './store.ts'

/** Maximum number of receipts, forms and presses. The oldest receipt, form with an outcome, or delivered press makes room. */
const maxRows = 10_000

export function memoryStore(): Store {
  const presses = new Map<number, StoredPress>()
  const receipts = new Map<string, Receipt>()
  const wordings = new Map<string, ShownWording>()
  const forms = new Map<string, StoredForm>()

  return {
    presses: pressesIn(presses, receipts),
    forms: formsIn(forms, receipts),
    receipts: {
      async list({ from = 0, to = Number.POSITIVE_INFINITY, partner, after = 0, limit }) {
        const isWanted = (one: Receipt) => partner === undefined || one.partner === partner
        const inTime = [...receipts.values()].filter(({ seq, at }) => seq > after && at >= from && at < to)
        return inTime.filter(isWanted).slice(0, limit)
      },
      async count({ from, to, by, outcome }) {
        const groups = new Map<string, Counted>()
        for (const receipt of receipts.values()) {
          if (receipt.at < from || receipt.at >= to) continue
          if (outcome !== undefined && receipt.outcome !== outcome) continue
          const values = by.map((name) => getCountedValue(receipt, name))
          const group = groups.get(JSON.stringify(values)) ?? { values, count: 0 }
          group.count++
          groups.set(JSON.stringify(values), group)
        }
        return [...groups.values()]
      },
      async find(name) {
        return [...receipts.values()].filter(({ id, reference, phone }) => [id, reference, phone].includes(name))
      },
      async forget(phone) {
        const matchingReceipts = [...receipts.values()].filter((one) => one.phone === phone)
        for (const receipt of matchingReceipts) receipt.phone = null
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
    async sweep({ now, delivered, failed, receipts: minReceiptAt, open }) {
      const openReceipts = [...receipts.values()].filter(({ outcome, at }) => outcome === 'open' && at < open)
      for (const receipt of openReceipts) Object.assign(receipt, { outcome: 'unknown', outcome_at: now })
      return {
        settled: openReceipts.length,
        delivered: remove(presses, isOldPress('delivered', delivered)),
        failed: remove(presses, isOldPress('failed', failed)) + remove(presses, isOldPress('undecided', failed)),
        forms: remove(forms, ({ until }) => until <= now),
        receipts: remove(receipts, ({ at }) => at < minReceiptAt),
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
  function look(key: string, now: number): KnownForm | undefined {
    const form = forms.get(key)
    return form === undefined || form.until <= now ? undefined : toKnownForm(form, now)
  }
  return {
    async begin({ key, fingerprint, owner, lease, until, now, receipt }) {
      const known = look(key, now)
      if (known !== undefined) return known
      makeRoom(forms, ({ outcome }) => outcome !== null)
      forms.set(key, { fingerprint, owner, lease, until, outcome: null })
      makeRoom(receipts, () => true)
      const outcome = { outcome: 'open', status: null, outcome_at: null, pressed: null }
      receipts.set(receipt.id, { ...receipt, seq: ++lastSeq, ...outcome })
      return { type: 'begun' }
    },
    look: async (key, now) => look(key, now),
    async end({ key, owner, outcome: sealed, until, receipt: { id, at, outcome, status } }) {
      const receipt = receipts.get(id)
      if (outcome === undefined) receipts.delete(id)
      else if (receipt !== undefined) Object.assign(receipt, { outcome, status, outcome_at: at })
      const form = forms.get(key)
      if (form?.owner !== owner) return
      if (sealed === undefined) forms.delete(key)
      else Object.assign(form, { outcome: sealed, until })
    },
  }
}

function makeRoom<Key, Value>(entries: Map<Key, Value>, mayGo: (value: Value) => boolean): void {
  const oldest = entries.size < maxRows ? undefined : [...entries].find(([, value]) => mayGo(value))
  if (oldest !== undefined) entries.delete(oldest[0])
}

const isOldPress = (state: string, time: number) => (row: PressRow) => row.state === state && (row.tried_at ?? 0) < time

function remove<Key, Value>(map: Map<Key, Value>, isOld: (value: Value) => boolean): number {
  const oldEntries = [...map].filter(([, value]) => isOld(value))
  for (const [key] of oldEntries) map.delete(key)
  return oldEntries.length
}

type StoredPress = PressRow & { mark: string; undecided: number; isLeased: boolean }

function withoutMark({ mark: _mark, undecided: _undecided, isLeased: _isLeased, ...row }: StoredPress): PressRow {
  return row
}

function markPressedReceipt(receipts: Map<string, Receipt>, pressed: Pressed): void {
  const receipt = receipts.get(pressed.receipt)
  if (receipt === undefined) return
  const isSame = receipt.pressed === null || receipt.pressed === pressed.button
  receipt.pressed = isSame ? pressed.button : 'both'
}

function pressesIn(rows: Map<number, StoredPress>, receipts: Map<string, Receipt>): OutboxStore {
  let lastId = 0
  const getWaitingRows = () => [...rows.values()].filter(({ state }) => state === 'waiting')
  return {
    async add({ event, reference, mark, at, pressed }, lease = 0) {
      for (const row of rows.values()) if (row.mark === mark) return 'known'
      markPressedReceipt(receipts, pressed)
      const id = ++lastId
      makeRoom(rows, ({ state }) => state === 'delivered')
      const untried = { tries: 0, undecided: 0, tried_at: null, last_status: null, last_cause: null }
      const times = { accepted_at: at, due_at: at + lease, isLeased: lease > 0 }
      rows.set(id, { id, state: 'waiting', event, reference, mark, ...times, ...untried })
      return id
    },
    async claim(now, limit, lease) {
      const dueRows = getWaitingRows().filter(({ due_at }) => due_at <= now)
      const claimedRows = dueRows.sort((a, b) => a.due_at - b.due_at).slice(0, limit)
      for (const row of claimedRows) Object.assign(row, { due_at: now + lease, isLeased: true })
      return claimedRows.map(({ id, event, reference, tries, undecided }) => {
        return { id, event: event ?? '', reference, tries, undecided }
      })
    },
    async tried({ id, state, tries, undecided, dueAt, at, status, cause }) {
      const row = rows.get(id)
      if (row === undefined) return
      const attempt = { tried_at: at, last_status: status ?? null, last_cause: cause ?? null }
      Object.assign(row, { state, tries, undecided, isLeased: false, due_at: dueAt }, attempt)
      if (state === 'delivered') row.event = null
    },
    async depth() {
      const acceptedTimes = getWaitingRows().map(({ accepted_at }) => accepted_at)
      return {
        waiting: acceptedTimes.length,
        failed: [...rows.values()].filter(({ state }) => state === 'failed').length,
        undecided: [...rows.values()].filter(({ state }) => state === 'undecided').length,
        oldest: acceptedTimes.length === 0 ? undefined : Math.min(...acceptedTimes),
      }
    },
    async list({ state, after = 0, limit }) {
      const matchingRows = [...rows.values()].filter(
        (row) => row.id > after && (state === undefined || row.state === state),
      )
      return matchingRows.slice(0, limit).map(withoutMark)
    },
    async get(id) {
      const row = rows.get(id)
      return row === undefined ? undefined : withoutMark(row)
    },
    async wake(now) {
      const delayedRows = getWaitingRows().filter(
        ({ due_at, isLeased, undecided }) => due_at > now && !isLeased && undecided === 0,
      )
      for (const row of delayedRows) row.due_at = now
      return delayedRows.length
    },
    async retry(which, now) {
      const failed = [...rows.values()].filter(({ id, state }) =>
        which === 'all' ? state === 'failed' : which.includes(id) && (state === 'failed' || state === 'undecided'),
      )
      for (const row of failed) Object.assign(row, { state: 'waiting', tries: 0, undecided: 0, due_at: now })
      return failed.length
    },
  }
}
