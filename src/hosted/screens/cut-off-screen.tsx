/** The page where a form is posted that has no origin: in a tab of its own it can be sent. */
import { type Visitor, writeVisitor } from '../page-query.ts'
import { PlainScreen } from './plain-screen.tsx'

/** Leads to the same form in a tab of its own. */
export function CutOffScreen({ visitor }: { visitor: Visitor }) {
  const { words, hosted } = visitor
  return (
    <PlainScreen words={words} heading={hosted.cutOff.heading}>
      <p>{hosted.cutOff.text}</p>
      <p>
        <a href={`form?${writeVisitor(visitor)}`} target="_blank" rel="noopener">
          {hosted.newTab}
        </a>
      </p>
    </PlainScreen>
  )
}
