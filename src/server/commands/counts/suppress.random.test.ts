import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { randomRuns } from '../../../contract/testing/random-runs.ts'
import { seed } from '../../../contract/testing/seed.ts'
import { type SafeTable, suppressList, suppressTable } from './suppress.ts'

/** Numbers as they are in counts: many small ones, some zero, few large. */
const number = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 0, max: 5 }) },
  { weight: 2, arbitrary: fc.integer({ min: 5, max: 30 }) },
  { weight: 1, arbitrary: fc.constant(0) },
)
const tableOf = (rows: number, columns: number) =>
  fc.array(fc.array(number, { minLength: columns, maxLength: columns }), { minLength: rows, maxLength: rows })
const sizes = (rows: number, columns: number) =>
  fc.tuple(fc.integer({ min: 1, max: rows }), fc.integer({ min: 1, max: columns }))
const tables = (rows: number, columns: number) => sizes(rows, columns).chain((size) => tableOf(...size))

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)
const columnsOf = (cells: readonly (readonly number[])[]) =>
  (cells[0] ?? []).map((_, at) => cells.map((row) => row[at] ?? 0))
const isSmall = (value: number) => value > 0 && value < 5
const check = <T>(arbitrary: fc.Arbitrary<T>, runs: number, holds: (value: T) => void) =>
  fc.assert(fc.property(arbitrary, holds), { seed, numRuns: randomRuns(runs) })

describe('what is shown of a table', () => {
  it('is never from 1 to 4, in no cell and no total, and otherwise the number itself', () => {
    check(tables(7, 9), 3_000, (cells) => {
      const { cells: shown, rows, columns, total } = suppressTable(cells)
      const pairs = [
        ...cells.flatMap((row, at) => row.map((value, column) => [shown[at]?.[column], value])),
        ...cells.map((row, at) => [rows[at], sum(row)]),
        ...columnsOf(cells).map((column, at) => [columns[at], sum(column)]),
        [total, sum(cells.flat())],
      ]
      for (const [given, real] of pairs) if (given !== undefined) expect(given).toBe(real)
      for (const [given = 5] of pairs) expect(given).toBeGreaterThanOrEqual(5)
    })
  })

  it('is all of it when there is nothing small', () => {
    expect(
      suppressTable([
        [5, 6],
        [7, 80],
      ]),
    ).toEqual({
      cells: [
        [5, 6],
        [7, 80],
      ],
      rows: [11, 87],
      columns: [12, 86],
      total: 98,
    })
    expect(suppressList([5, 6])).toEqual({ rows: [5, 6], total: 11 })
  })

  it('leaves no equation of shown numbers that gives a small one, by elimination', () => {
    check(tables(7, 9), 2_000, (cells) => {
      expect(derivable(cells, suppressTable(cells))).toEqual([])
    })
  })

  it('leaves for each small number another table of whole numbers that shows the same, also with a second one', () => {
    const pair = fc.tuple(
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 1, max: 3 }),
      fc.integer({ min: 1, max: 3 }),
    )
    const twoTables = pair.chain(([rows, one, other]) =>
      tableOf(rows, one).chain((cells) => fc.tuple(fc.constant(cells), splitAgain(cells, other))),
    )
    check(twoTables, 500, ([one, other]) => {
      const shown = [suppressTable(one), suppressTable(other)]
      expect(shown[0]?.rows).toEqual(shown[1]?.rows)
      expect(shown[0]?.rows).toEqual(suppressList(one.map(sum)).rows)
      for (const small of smallOf([one, other])) expect(hasAnother([one, other], shown, small), small).toBe(true)
    })
  })
})

it('decides a table of 300 rows and 300 columns before anybody gives up', () => {
  const [cells = []] = fc.sample(tableOf(300, 300), { seed, numRuns: 1 })
  const shown = suppressTable(cells).cells.flat()
  expect(shown.filter((value) => value !== undefined).length).toBeGreaterThan(10_000)
})

describe('a list', () => {
  it('hides with a single small number the next smallest, and its total only if that is small', () => {
    expect(suppressList([3, 40, 9, 12])).toEqual({ rows: [undefined, 40, undefined, 12], total: 64 })
    expect(suppressList([3, 0, 0])).toEqual({ rows: [undefined, undefined, undefined], total: undefined })
    expect(suppressList([1, 1, 50])).toEqual({ rows: [undefined, undefined, undefined], total: 52 })
  })
})

it('the two checks find what hiding only small numbers would give away', () => {
  const cells = [
    [2, 20],
    [30, 40],
  ]
  const careless: SafeTable = {
    cells: [
      [undefined, 20],
      [30, 40],
    ],
    rows: [22, 70],
    columns: [32, 60],
    total: 92,
  }
  expect(derivable(cells, careless)).toEqual(['0 0'])
  expect(hasAnother([cells], [careless], '0 0 0')).toBe(false)
})

/** Another table with the same totals of rows. */
function splitAgain(cells: readonly (readonly number[])[], columns: number): fc.Arbitrary<number[][]> {
  const rows = cells.map((row) =>
    fc.array(fc.nat({ max: sum(row) }), { minLength: columns - 1, maxLength: columns - 1 }).map((cuts) => {
      const all = [0, ...cuts.sort((one, other) => one - other), sum(row)]
      return all.slice(1).map((cut, at) => cut - (all[at] ?? 0))
    }),
  )
  return fc.tuple(...rows)
}

/** Names what is small: table, row and column, where the totals come after the last ones. */
function smallOf(all: readonly (readonly (readonly number[])[])[]): string[] {
  return all.flatMap((cells, table) => {
    const full = withTotals(cells)
    return full.flatMap((row, at) =>
      row.flatMap((value, column) => (isSmall(value) ? [`${table} ${at} ${column}`] : [])),
    )
  })
}

function withTotals(cells: readonly (readonly number[])[]): number[][] {
  const rows = cells.map((row) => [...row, sum(row)])
  return [...rows, columnsOf(rows).map(sum)]
}

const shownWithTotals = ({ cells, rows, columns, total }: SafeTable) => [
  ...cells.map((row, at) => [...row, rows[at]]),
  [...columns, total],
]

/** Returns the small numbers that the shown ones determine: Gauss and Jordan, modulo a prime. */
function derivable(cells: readonly (readonly number[])[], shown: SafeTable): string[] {
  const full = withTotals(cells)
  const given = shownWithTotals(shown)
  const unknown = full.flatMap((row, at) =>
    row.flatMap((_, column) => (given[at]?.[column] === undefined ? [`${at} ${column}`] : [])),
  )
  const height = full.length - 1
  const width = (full[0]?.length ?? 1) - 1
  const lines = [
    ...full.map((row, at) => row.map((_, column) => ({ name: `${at} ${column}`, sign: column === width ? -1 : 1 }))),
    ...columnsOf(full).map((column, at) =>
      column.map((_, row) => ({ name: `${row} ${at}`, sign: row === height ? -1 : 1 })),
    ),
  ]
  const matrix = lines.map((line) => {
    const row = unknown.map(() => 0)
    for (const { name, sign } of line) if (unknown.includes(name)) row[unknown.indexOf(name)] = sign
    return row
  })
  const known = reduce(matrix).filter((row) => row.filter((value) => value !== 0).length === 1)
  const names = known.map((row) => unknown[row.findIndex((value) => value !== 0)] ?? '')
  return names.filter((name) => {
    const [row = 0, column = 0] = name.split(' ').map(Number)
    return isSmall(full[row]?.[column] ?? 0)
  })
}

const prime = 1_000_003
const modulo = (value: number) => ((value % prime) + prime) % prime

function inverse(value: number): number {
  let [result, base, power] = [1, modulo(value), prime - 2]
  for (; power > 0; power = Math.floor(power / 2)) {
    if (power % 2 === 1) result = (result * base) % prime
    base = (base * base) % prime
  }
  return result
}

function reduce(matrix: readonly (readonly number[])[]): number[][] {
  const rows = matrix.map((row) => row.map(modulo))
  let done = 0
  for (let column = 0; column < (rows[0]?.length ?? 0); column++) {
    const pivot = rows.findIndex((row, at) => at >= done && row[column] !== 0)
    if (pivot === -1) continue
    const [line = []] = rows.splice(pivot, 1)
    const factor = inverse(line[column] ?? 0)
    const unit = line.map((value) => (value * factor) % prime)
    rows.splice(done, 0, unit)
    for (const [at, row] of rows.entries()) {
      const times = row[column] ?? 0
      if (at !== done && times !== 0) rows[at] = row.map((value, index) => modulo(value - times * (unit[index] ?? 0)))
    }
    done++
  }
  return rows
}

/** Whether adding 1, 0 or -1 to what is hidden, in all tables of the same rows, leaves all that is shown and changes one number. */
function hasAnother(
  all: readonly (readonly (readonly number[])[])[],
  shown: readonly SafeTable[],
  wanted: string,
): boolean {
  const [table = 0, row = 0, column = 0] = wanted.split(' ').map(Number)
  const places = all.flatMap((cells, at) =>
    cells.flatMap((line, r) => line.flatMap((_, c) => (shown[at]?.cells[r]?.[c] === undefined ? [{ at, r, c }] : []))),
  )
  const changes = all.map((cells) => cells.map((line) => line.map(() => 0)))
  const isSame = () => {
    const totals = changes.map(withTotals)
    const rows = totals.map((full) => full.slice(0, -1).map((line) => line.at(-1)))
    return (
      (totals[table]?.[row]?.[column] ?? 0) !== 0 &&
      rows.every((one) => one.every((value, at) => value === rows[0]?.[at])) &&
      totals.every((full, at) => {
        const given = shownWithTotals(shown[at] ?? suppressTable([[0]]))
        const real = withTotals(all[at] ?? [])
        return full.every((line, r) =>
          line.every((value, c) => (given[r]?.[c] === undefined ? (real[r]?.[c] ?? 0) + value >= 0 : value === 0)),
        )
      })
    )
  }
  const isPossible = (r: number, at: number) => {
    const change = sum(changes[at]?.[r] ?? [])
    const before = at === 0 ? change : sum(changes[0]?.[r] ?? [])
    return change === before && (shown[at]?.rows[r] === undefined || change === 0)
  }
  function search(index: number): boolean {
    const place = places[index]
    const last = places[index - 1]
    // A row is complete.
    if (last !== undefined && (place?.r !== last.r || place.at !== last.at) && !isPossible(last.r, last.at))
      return false
    if (place === undefined) return isSame()
    const line = changes[place.at]?.[place.r] ?? []
    for (const change of [0, 1, -1]) {
      if ((all[place.at]?.[place.r]?.[place.c] ?? 0) + change < 0) continue
      line[place.c] = change
      if (search(index + 1)) return true
    }
    line[place.c] = 0
    return false
  }
  return search(0)
}
