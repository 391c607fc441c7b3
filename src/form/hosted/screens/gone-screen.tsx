/** The page at the address of an answer that has expired or never existed. */
import { OfficialLink } from '../../widget/screens/official-link.tsx'
import { type PageQuery, writePageQuery } from '../page-query.ts'
import { PlainScreen } from './plain-screen.tsx'

/** The official site comes first: filling in the form again may send it twice. */
export function GoneScreen({ visitor, officialUrl }: { visitor: PageQuery; officialUrl: string | undefined }) {
  const { words, hosted } = visitor
  return (
    <PlainScreen words={words} heading={hosted.gone.heading}>
      <p>{hosted.gone.text}</p>
      <p>
        <OfficialLink url={officialUrl} text={words.answer.officialLink} />
      </p>
      <p>
        <a href={`form?${writePageQuery(visitor)}`}>{hosted.gone.form}</a>
      </p>
    </PlainScreen>
  )
}
