/** A link to a section of the same screen. */
import type { ReactNode } from 'react'
import { elementBy } from '../focus.ts'

/** The link. The section's heading takes the focus: an address with `#` reaches nothing inside a shadow root, and a page's own
 *  script may read it. Without scripts, it is an ordinary link. */
export function SectionLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <a
      href={`#${to}`}
      onClick={(event) => {
        event.preventDefault()
        const heading = elementBy(to, event.currentTarget)
        // jsdom, in tests, cannot scroll.
        heading?.scrollIntoView?.({ block: 'start' })
        heading?.focus({ preventScroll: true })
      }}
    >
      {children}
    </a>
  )
}
