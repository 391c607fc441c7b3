/** Suppression of small counts: decides which numbers of a table are shown, so that none under five is, or can be derived. */

/** Numbers from 1 to below this are not shown. */
const threshold = 5

const isSmall = (number: number) => number > 0 && number < threshold
const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)

/** A table with its totals. `undefined` is not shown: from 0 to 4, or hidden beside one of these. */
export interface SafeTable {
  /** By row and column. */
  cells: (number | undefined)[][]
  rows: (number | undefined)[]
  columns: (number | undefined)[]
  total: number | undefined
}

/** Decides what is shown of a list and its total, as {@link suppressTable} does of a table. */
export function suppressList(numbers: readonly number[]): Pick<SafeTable, 'rows' | 'total'> {
  const hidden = numbers.map(isSmall)
  const total = sum(numbers)
  while (!isSmall(total)) {
    const next = revealing(numbers, hidden)
    if (next === undefined) break
    hidden[next] = true
  }
  return { rows: shownOf(numbers, hidden), total: total < threshold ? undefined : total }
}

/**
 * Decides what is shown of a table and its totals. For each number from 1 to 4 there is another table of whole numbers, none
 * below zero, that shows the same and in which this number is another one.
 *
 * The totals of the rows are decided by themselves, as {@link suppressList} does: tables of the same rows by other columns hide
 * the same ones, and together give away no more than each. Besides the small numbers those are hidden that hide fewest voters.
 *
 * A sum is a node of a graph, and an entry of the table an edge between the two sums that it is part of: a number that lies on a
 * cycle of hidden entries cannot be derived, since one voter can be moved around it (Gusfield, A graph theoretic approach to
 * statistical data security, 1988).
 *
 * @param cells numbers by row and column, at least one of each
 */
export function suppressTable(cells: readonly (readonly number[])[]): SafeTable {
  const rows = cells.map(sum)
  const columns = (cells[0] ?? []).map((_, column) => sum(cells.map((row) => row[column] ?? 0)))
  const total = sum(rows)
  const list = suppressList(rows)
  const hidden = {
    cells: cells.map((row) => row.map(isSmall)),
    rows: list.rows.map((shown, row) => shown === undefined && rows[row] !== 0),
    columns: columns.map(isSmall),
  }
  const graph = graphOf({ cells, rows, columns, total }, hidden)
  joinHiddenRows(graph, hidden.rows)
  const small = graph.edges.filter(({ number }) => isSmall(number))
  for (let isDone = false; !isDone; ) {
    const before = graph.hiddenEdges()
    for (const edge of small) graph.hide(graph.path(edge.ends[0], edge.ends[1], { without: edge }))
    enlargeSums({ cells, rows, columns, total }, hidden)
    isDone = graph.hiddenEdges() === before
  }
  return {
    cells: cells.map((row, index) => shownOf(row, hidden.cells[index] ?? [])),
    rows: list.rows,
    columns: shownOf(columns, hidden.columns),
    total: list.total,
  }
}

const shownOf = (numbers: readonly number[], hidden: readonly boolean[]) =>
  numbers.map((number, index) => (hidden[index] === true || number === 0 ? undefined : number))

/** Returns the part of a shown sum that is to be hidden next: while the hidden ones are a single small one, or fewer than five
 *  voters together. */
function revealing(numbers: readonly number[], hidden: readonly boolean[]): number | undefined {
  const parts = numbers.filter((number, index) => hidden[index] === true && number > 0)
  if (!parts.some(isSmall) || (parts.length > 1 && sum(parts) >= threshold)) return undefined
  const shown = [...numbers.keys()].filter((index) => hidden[index] === false && numbers[index] !== 0)
  return shown.sort((one, other) => (numbers[one] ?? 0) - (numbers[other] ?? 0))[0]
}

interface Numbers {
  cells: readonly (readonly number[])[]
  rows: readonly number[]
  columns: readonly number[]
  total: number
}

interface Hidden {
  cells: boolean[][]
  rows: boolean[]
  columns: boolean[]
}

/** Hides more where the hidden parts of a shown sum are too few. */
function enlargeSums({ cells, rows, columns, total }: Numbers, hidden: Hidden): void {
  for (const [row, numbers] of cells.entries()) {
    const line = hidden.cells[row]
    if (line === undefined || hidden.rows[row] === true || isSmall(rows[row] ?? 0)) continue
    const next = revealing(numbers, line)
    if (next !== undefined) line[next] = true
  }
  for (const column of columns.keys()) {
    if (hidden.columns[column] === true) continue
    const numbers = cells.map((row) => row[column] ?? 0)
    const next = revealing(
      numbers,
      hidden.cells.map((row) => row[column] ?? false),
    )
    const line = next === undefined ? undefined : hidden.cells[next]
    if (line !== undefined) line[column] = true
  }
  const next = isSmall(total) ? undefined : revealing(columns, hidden.columns)
  if (next !== undefined) hidden.columns[next] = true
}

/** An entry of the table that is not zero. */
interface Edge {
  /** The two sums that it is part of. */
  ends: readonly [number, number]
  number: number
  isHidden: () => boolean
  /** Hides it; missing for a total that stays as it is. */
  hide?: () => void
}

interface Graph {
  edges: readonly Edge[]
  hiddenEdges: () => number
  hide: (path: readonly Edge[]) => void
  /** Returns the path that hides fewest voters. */
  path: (from: number, to: number, except: { without?: Edge; around?: number }) => Edge[]
  /** The node of the sum of the rows' totals. */
  sumOfRows: number
}

function graphOf({ cells, rows, columns, total }: Numbers, hidden: Hidden): Graph {
  const sumOfRows = rows.length + columns.length
  // What is part of one sum only ends here.
  const outside = sumOfRows + 1
  const edges: Edge[] = [
    ...cells.flatMap((row, index) =>
      row.map((number, column): Edge => {
        const line = hidden.cells[index] ?? []
        return { ends: [index, rows.length + column], number, ...mark(line, column) }
      }),
    ),
    ...columns.map((number, column): Edge => {
      return { ends: [rows.length + column, outside], number, ...mark(hidden.columns, column) }
    }),
    ...rows.map((number, row): Edge => {
      return { ends: [row, sumOfRows], number, isHidden: () => hidden.rows[row] === true }
    }),
    { ends: [sumOfRows, outside] as const, number: total, isHidden: () => isSmall(total) },
  ].filter(({ number }) => number > 0)
  const at: Edge[][] = Array.from({ length: outside + 1 }, () => [])
  for (const edge of edges) for (const end of edge.ends) at[end]?.push(edge)
  return {
    edges,
    sumOfRows,
    hiddenEdges: () => edges.filter((edge) => edge.isHidden()).length,
    hide: (path) => {
      for (const edge of path) edge.hide?.()
    },
    path: (from, to, except) => cheapestPath(at, from, to, except),
  }
}

const mark = (into: boolean[], index: number): Pick<Edge, 'isHidden' | 'hide'> => ({
  isHidden: () => into[index] === true,
  hide: () => {
    into[index] = true
  },
})

/** Lets voters be moved between any two rows whose totals are hidden, in every table of these rows alike. */
function joinHiddenRows(graph: Graph, hiddenRows: readonly boolean[]): void {
  const [first, ...others] = [...hiddenRows.keys()].filter((row) => hiddenRows[row] === true)
  if (first === undefined) return
  for (const row of others) graph.hide(graph.path(row, first, { around: graph.sumOfRows }))
}

/** Dijkstra's algorithm; what is hidden costs nothing. */
function cheapestPath(
  at: readonly (readonly Edge[])[],
  from: number,
  to: number,
  { without, around }: { without?: Edge; around?: number },
): Edge[] {
  const open = [{ node: from, cost: 0, path: [] as Edge[] }]
  const done = new Set(around === undefined ? [] : [around])
  for (;;) {
    const [next] = open.splice(cheapest(open), 1)
    if (next === undefined) return []
    if (next.node === to) return next.path
    if (done.has(next.node)) continue
    done.add(next.node)
    for (const edge of at[next.node] ?? []) {
      const node = edge.ends[0] === next.node ? edge.ends[1] : edge.ends[0]
      const isHidden = edge.isHidden()
      if (edge === without || done.has(node) || (!isHidden && edge.hide === undefined)) continue
      open.push({ node, cost: next.cost + (isHidden ? 0 : edge.number), path: [...next.path, edge] })
    }
  }
}

function cheapest(open: readonly { cost: number }[]): number {
  let best = 0
  for (const [index, { cost }] of open.entries()) if (cost < (open[best]?.cost ?? 0)) best = index
  return best
}
