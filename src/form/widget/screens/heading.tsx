/** A heading whose level fits the page around the form. */
import type { ReactNode } from 'react'
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
