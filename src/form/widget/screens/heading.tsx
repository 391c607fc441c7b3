/** A heading whose level fits the page around the form. */
import type { ReactNode } from 'react'
import type { HeadingLevel } from '../options.ts'

/** The heading. `takesFocus` marks the one that takes the focus when its screen appears. */
export function Heading(props: {
  level: HeadingLevel
  id?: string
  className?: string
  takesFocus?: boolean
  children: ReactNode
}) {
  const { level, id, className = 'vr-heading', takesFocus = false, children } = props
  const Tag = `h${level}` as const
  return (
    <Tag id={id} className={className} {...(takesFocus && { tabIndex: -1, 'data-focus': '' })}>
      {children}
    </Tag>
  )
}

/** Returns the next lower level, at most 6. */
export function levelBelow(level: HeadingLevel): HeadingLevel {
  return ([2, 3, 4, 5, 6, 6] as const)[level - 1] ?? 6
}
