/** One example as a component, so that it has its own hooks. */
import type { Example } from '../../src/form/testing/example.ts'

/** Renders the example. */
export function ShowExample({ example }: { example: Example }) {
  return example.render()
}
