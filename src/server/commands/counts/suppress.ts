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
  for (let isDone = false; !isDone; ) {
    const before = graph.hiddenEdges()
    const covered = new Set<Edge>()
    for (const edge of graph.bridges()) {
      if (!isSmall(edge.number) || covered.has(edge)) continue
      const path = graph.path(edge.ends[0], edge.ends[1], { without: edge })
      graph.hide(path)
      for (const one of path) covered.add(one)
    }
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
  hiddenEdges: () => number
  hide: (path: readonly Edge[]) => void
  /** Returns the hidden edges that lie on no cycle of hidden ones. */
  bridges: () => Edge[]
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
    sumOfRows,
    bridges: () => bridgesIn(at),
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
  const costs = at.map((_, node) => (node === from ? 0 : Number.POSITIVE_INFINITY))
  const reachedBy = new Map<number, Edge>()
  const open = new Set([from])
  while (open.size > 0) {
    let next = -1
    for (const node of open) if (next === -1 || (costs[node] ?? 0) < (costs[next] ?? 0)) next = node
    if (next === to) break
    open.delete(next)
    for (const edge of at[next] ?? []) {
      const node = otherEnd(edge, next)
      const isHidden = edge.isHidden()
      const cost = (costs[next] ?? 0) + (isHidden ? 0 : edge.number)
      if (edge === without || node === around || (!isHidden && edge.hide === undefined) || cost >= (costs[node] ?? 0))
        continue
      costs[node] = cost
      reachedBy.set(node, edge)
      open.add(node)
    }
  }
  const path: Edge[] = []
  for (let node = to, edge = reachedBy.get(node); edge !== undefined && node !== from; edge = reachedBy.get(node)) {
    path.push(edge)
    node = otherEnd(edge, node)
  }
  return path
}

const otherEnd = ({ ends: [one, other] }: Edge, node: number) => (one === node ? other : one)

/** Finds bridges with one search in depth (Tarjan 1974), without recursion. */
function bridgesIn(at: readonly (readonly Edge[])[]): Edge[] {
  const order = new Map<number, number>()
  const lowest = new Map<number, number>()
  const bridges: Edge[] = []
  for (const root of at.keys()) {
    if (order.has(root)) continue
    const stack: { node: number; by?: Edge; next: number }[] = [{ node: root, next: 0 }]
    while (stack.length > 0) {
      const top = stack.at(-1)
      if (top === undefined) break
      const { node, by } = top
      if (top.next === 0) {
        lowest.set(node, order.size)
        order.set(node, order.size)
      }
      const edge = at[node]?.[top.next++]
      if (edge === undefined) {
        stack.pop()
        const parent = stack.at(-1)?.node
        if (parent === undefined || by === undefined) continue
        lowest.set(parent, Math.min(lowest.get(parent) ?? 0, lowest.get(node) ?? 0))
        if ((lowest.get(node) ?? 0) > (order.get(parent) ?? 0)) bridges.push(by)
      } else if (edge !== by && edge.isHidden()) {
        const to = otherEnd(edge, node)
        const seen = order.get(to)
        if (seen === undefined) stack.push({ node: to, by: edge, next: 0 })
        else lowest.set(node, Math.min(lowest.get(node) ?? 0, seen))
      }
    }
  }
  return bridges
}
