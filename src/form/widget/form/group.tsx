/** A group of the form's fields. */
import type { ReactNode } from 'react'

/** Fields that are visible or hidden; typed values stay, and are posted, either way. With a title they are a section. */
export function Group({ isAsked, title, children }: { isAsked: boolean; title?: ReactNode; children: ReactNode }) {
  return (
    <div className={title ? 'vr-group vr-section' : 'vr-group'} hidden={!isAsked}>
      {title}
      {children}
    </div>
  )
}
