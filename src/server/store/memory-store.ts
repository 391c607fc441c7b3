/** The store in the memory of this process, for the sandbox and tests. */
import { createMemoryCounts } from './memory-counts.ts'
import { memoryForms, type ReceiptWriter } from './memory-forms.ts'
import {
  type Counted,
  countedColumns,
  type OutboxStore,
  type Pressed,
  type PressRow,
  type Receipt,
  type ShownWording,
  type Store,
} from './store.ts'

/** Maximum number of receipts, and of presses. The oldest receipt or delivered press makes room. */
const maxRows = 10_000

/** Creates an empty store. */
export function memoryStore(): Store {
  const presses = new Map<number, StoredPress>()
  const receipts = new Map<string, Receipt>()
  const wordings = new Map<string, ShownWording>()
  const forms = memoryForms({ receipts: writerTo(receipts) })
  const keys = new Set<string>()
  let lastPress = 0

  /** Counts the forms that are no longer stored. */
  async function removeExpiredKeys(now: number): Promise<number> {
    const keyCount = keys.size
    for (const key of keys) if ((await forms.look(key, now)) === undefined) keys.delete(key)
    return keyCount - keys.size
  }

  return {
    presses: pressesIn(presses, () => ++lastPress, receipts),
    forms: {
      ...forms,
      begin(beginning) {
        keys.add(beginning.key)
        return forms.begin(beginning)
      },
    },
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
        forms: await removeExpiredKeys(now),
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

function writerTo(receipts: Map<string, Receipt>): ReceiptWriter {
  let lastSeq = 0
  return {
    begin(receipt) {
      const [oldest] = receipts.size < maxRows ? [] : receipts.keys()
      if (oldest !== undefined) receipts.delete(oldest)
      receipts.set(receipt.id, {
        ...receipt,
        seq: ++lastSeq,
        outcome: 'open',
        status: null,
        outcome_at: null,
        pressed: null,
      })
    },
    end({ id, at, outcome, status }) {
      const receipt = receipts.get(id)
      if (outcome === undefined) receipts.delete(id)
      else if (receipt !== undefined) Object.assign(receipt, { outcome, status, outcome_at: at })
    },
  }
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

function markPressedReceipt(receipts: Map<string, Receipt>, pressed: Pressed | undefined): void {
  const receipt = pressed === undefined ? undefined : receipts.get(pressed.receipt)
  if (receipt === undefined || pressed === undefined) return
  const isSame = receipt.pressed === null || receipt.pressed === pressed.button
  receipt.pressed = isSame ? pressed.button : 'both'
}

function pressesIn(rows: Map<number, StoredPress>, newId: () => number, receipts: Map<string, Receipt>): OutboxStore {
  const getWaitingRows = () => [...rows.values()].filter(({ state }) => state === 'waiting')
  return {
    async add({ event, reference, mark, at, pressed }, lease = 0) {
      for (const row of rows.values()) if (row.mark === mark) return 'known'
      markPressedReceipt(receipts, pressed)
      const id = newId()
      const oldest = rows.size < maxRows ? undefined : [...rows.values()].find(({ state }) => state === 'delivered')
      if (oldest !== undefined) rows.delete(oldest.id)
      const initialValues = {
        tries: 0,
        undecided: 0,
        isLeased: lease > 0,
        tried_at: null,
        last_status: null,
        last_cause: null,
      }
      rows.set(id, {
        id,
        state: 'waiting',
        event,
        reference,
        mark,
        accepted_at: at,
        due_at: at + lease,
        ...initialValues,
      })
      return id
    },
    async claim(now, limit, lease) {
      const dueRows = getWaitingRows().filter(({ due_at }) => due_at <= now)
      const claimedRows: typeof dueRows = []
      while (claimedRows.length < limit && claimedRows.length < dueRows.length) {
        const remainingRows = dueRows.filter((row) => !claimedRows.includes(row))
        const first = Math.min(...remainingRows.map(({ due_at }) => due_at))
        claimedRows.push(...remainingRows.filter(({ due_at }) => due_at === first).slice(0, limit - claimedRows.length))
      }
      for (const row of claimedRows) Object.assign(row, { due_at: now + lease, isLeased: true })
      return claimedRows.map(({ id, event, reference, tries, undecided }) => {
        return { id, event: event ?? '', reference, tries, undecided }
      })
    },
    async tried({ id, state, tries, undecided, dueAt, at, status, cause }) {
      const row = rows.get(id)
      if (row === undefined) return
      const news = {
        state,
        tries,
        undecided,
        isLeased: false,
        due_at: dueAt,
        tried_at: at,
        last_status: status ?? null,
        last_cause: cause ?? null,
      }
      Object.assign(row, news, state === 'delivered' && { event: null })
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
