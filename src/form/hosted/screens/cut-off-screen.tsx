/** The response to a form post without an origin: in a tab of its own the form can be sent. */
import { type PageQuery, writePageQuery } from '../page-query.ts'
import { PlainScreen } from './plain-screen.tsx'

/** Links to the same form in a tab of its own. */
export function CutOffScreen({ visitor }: { visitor: PageQuery }) {
  const { words, hosted } = visitor
  return (
    <PlainScreen words={words} heading={hosted.cutOff.heading}>
      <p>{hosted.cutOff.text}</p>
      <p>
        <a href={`form?${writePageQuery(visitor)}`} target="_blank" rel="noopener">
          {hosted.newTab}
        </a>
      </p>
    </PlainScreen>
  )
}
