/** Reads a list from outside item by item, so that one bad item does not invalidate the others. */
import type * as z from 'zod/mini'

/** Keeps all keys of an item; drops a value of the wrong type under an `optional` key, and an item without its required keys. */
export function parseList<Item>(
  list: unknown,
  { path, schema, optional = [] }: { path: string; schema: z.ZodMiniType<Item>; optional?: readonly string[] },
  violations: string[] = [],
): Item[] {
  if (!Array.isArray(list)) {
    violations.push(`${path} is not a list`)
    return []
  }
  return list.flatMap((item: unknown, index) => {
    const first = schema.safeParse(item)
    if (first.success) return [first.data]
    const invalidKeys = new Set(first.error.issues.map((issue) => String(issue.path[0] ?? '')))
    for (const key of invalidKeys) {
      violations.push(`${path}[${index}]${key === '' ? '' : `.${key}`} is missing or of the wrong kind`)
    }
    if ([...invalidKeys].some((key) => !optional.includes(key)) || !isObject(item)) return []
    const second = schema.safeParse(Object.fromEntries(Object.entries(item).filter(([key]) => !invalidKeys.has(key))))
    return second.success ? [second.data] : []
  })
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
