/** One example as a component, so that its hooks are its own. */
import type { Example } from '../../src/testing/example.ts'

/** Renders the example. */
export function ShowExample({ example }: { example: Example }) {
  return example.render()
}
