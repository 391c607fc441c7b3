/** The screen while a registration is on its way. */

import type { Words } from '../messages/catalogue.ts'
import type { HeadingLevel } from '../options.ts'
import { Heading } from './heading.tsx'

/** Nothing can be pressed here: what could be would send twice, or lose an answer. */
export function Sending({ words, headingLevel }: { words: Words; headingLevel: HeadingLevel }) {
  return (
    <div className="vr-screen">
      <Heading level={headingLevel} takesFocus>
        {words.sending.heading}
      </Heading>
      <div className="vr-progress" aria-hidden="true" />
      <p>{words.sending.text}</p>
    </div>
  )
}
