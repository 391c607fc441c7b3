/** Says of a result which of its parts came from the long run. */

/** @param parts each with its `name` and whether it was measured in `full` */
export function runOf(parts) {
  const long = parts.filter(({ full }) => full).map(({ name }) => name)
  if (long.length === 0) return 'short run'
  return long.length === parts.length ? 'full run' : `full run of ${long.join(', ')}, short run of the rest`
}
