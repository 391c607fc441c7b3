/** The page's screens without a form: nothing is posted from them. */
import type { ReactNode } from 'react'
import type { Words } from '../../widget/messages/catalogue.ts'
import { OfficialLink } from '../../widget/screens/official-link.tsx'
import { type PageQuery, writePageQuery } from '../page-query.ts'

/** The response to a form post without an origin: links to the same form in a tab of its own, where it can be sent. */
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

/** The page at an address that names a partner which this BFF does not have. It offers the official site: no form may be sent
 *  for somebody who is not known. */
export function UnknownPartnerScreen({
  visitor,
  officialUrl,
}: {
  visitor: PageQuery
  officialUrl: string | undefined
}) {
  const { broken } = visitor.words
  return (
    <PlainScreen words={visitor.words} heading={broken.partner}>
      <p>
        <OfficialLink url={officialUrl} text={broken.officialLink} />
      </p>
    </PlainScreen>
  )
}

/** A heading with content below it. */
function PlainScreen({ words, heading, children }: { words: Words; heading: string; children: ReactNode }) {
  return (
    <div className="vr-root" lang={words.language} dir={words.direction}>
      <div className="vr-screen">
        <h1 className="vr-heading">{heading}</h1>
        {children}
      </div>
    </div>
  )
}
