/** Reads a list from outside item by item, so that one bad item does not invalidate the others. */
import type * as z from 'zod/mini'

/** Keeps all keys of an item; drops a value of the wrong type under an `optional` key, and an item without its required keys. */
export function readList<Item>(
  list: unknown,
  { place, schema, optional = [] }: { place: string; schema: z.ZodMiniType<Item>; optional?: readonly string[] },
  departures: string[] = [],
): Item[] {
  if (!Array.isArray(list)) {
    departures.push(`${place} is not a list`)
    return []
  }
  return list.flatMap((item: unknown, index) => {
    const first = schema.safeParse(item)
    if (first.success) return [first.data]
    const wrong = new Set(first.error.issues.map((issue) => String(issue.path[0] ?? '')))
    for (const key of wrong) {
      departures.push(`${place}[${index}]${key === '' ? '' : `.${key}`} is missing or of the wrong kind`)
    }
    if ([...wrong].some((key) => !optional.includes(key)) || !isObject(item)) return []
    const second = schema.safeParse(Object.fromEntries(Object.entries(item).filter(([key]) => !wrong.has(key))))
    return second.success ? [second.data] : []
  })
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
