/** A heading whose level fits the page around the form, and the link that leads to one. */
import type { ReactNode } from 'react'
import { elementBy } from '../focus.ts'
import type { HeadingLevel } from '../options.ts'

/** The heading. `takesFocus` marks the one that takes the focus when its screen appears, `isTarget` one that a
 *  link leads to. */
export function Heading(props: {
  level: HeadingLevel
  id?: string
  className?: string
  takesFocus?: boolean
  isTarget?: boolean
  children: ReactNode
}) {
  const { level, id, className = 'vr-heading', takesFocus = false, isTarget = false, children } = props
  const Tag = `h${level}` as const
  return (
    <Tag
      id={id}
      className={className}
      tabIndex={takesFocus || isTarget ? -1 : undefined}
      data-focus={takesFocus ? '' : undefined}
    >
      {children}
    </Tag>
  )
}

/** Returns the next lower level, at most 6. */
export function levelBelow(level: HeadingLevel): HeadingLevel {
  return ([2, 3, 4, 5, 6, 6] as const)[level - 1] ?? 6
}

/** A link to a section of the same screen. The section's heading, which is a target, takes the focus: an address with `#` reaches
 *  nothing inside a shadow root, and a page's own script may read it. Without scripts, it is an ordinary link. */
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
