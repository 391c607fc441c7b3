/** The page at an address that names a partner which this BFF does not have. */
import { OfficialLink } from '../../widget/screens/official-link.tsx'
import type { PageQuery } from '../page-query.ts'
import { PlainScreen } from './plain-screen.tsx'

/** Offers the official site: no form may be sent for somebody who is not known. */
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
