/** A screen with text only: nothing is posted from it. */
import type { ReactNode } from 'react'
import type { Words } from '../../widget/messages/catalogue.ts'

/** A heading with content below it. */
export function PlainScreen({ words, heading, children }: { words: Words; heading: string; children: ReactNode }) {
  return (
    <div className="vr-root" lang={words.language} dir={words.direction}>
      <div className="vr-screen">
        <h1 className="vr-heading">{heading}</h1>
        {children}
      </div>
    </div>
  )
}
