/** One example on its own page, for screenshots and accessibility checks. */
import type { Group } from './collect.ts'
import { ShowExample } from './show-example.tsx'

/** Shows the example with this id, or a message that there is none. */
export function Only({ groups, id }: { groups: readonly Group[]; id: string }) {
  const example = groups.flatMap(({ examples }) => examples).find((one) => one.id === id)
  return (
    <main className="qa-only" data-example={example?.id}>
      {example === undefined ? (
        <p>There is no example “{id}”. The gallery lists them all.</p>
      ) : (
        <ShowExample example={example} />
      )}
    </main>
  )
}
