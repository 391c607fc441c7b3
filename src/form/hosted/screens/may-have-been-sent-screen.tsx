/** The screen when it is unknown whether the service has the registration, for browsers without scripts. */
import { Heading } from '../../widget/screens/heading.tsx'
import { OfficialLink } from '../../widget/screens/official-link.tsx'
import { Confirm, Screen, type ScreenProps } from './screen.tsx'

/** The official site comes first. A second attempt takes two decisions, and has its own key. */
export function MayHaveBeenSentScreen(props: ScreenProps & { reference?: string | undefined }) {
  const { visitor, reference, officialUrl } = props
  const { mayHaveBeenSent } = visitor.words
  return (
    <Screen {...props} step="may-have-been-sent">
      <Heading level={1}>{mayHaveBeenSent.heading}</Heading>
      <p>{mayHaveBeenSent.text}</p>
      <p>{mayHaveBeenSent.checkFirst}</p>
      {officialUrl !== undefined && (
        <p>
          <OfficialLink url={officialUrl} text={mayHaveBeenSent.officialLink} />
        </p>
      )}
      <Confirm
        ask={mayHaveBeenSent.again}
        heading={mayHaveBeenSent.confirmHeading}
        meaning={mayHaveBeenSent.confirm}
        yes={mayHaveBeenSent.yes}
      />
      {reference !== undefined && (
        <div className="vr-footnote">
          <p>{mayHaveBeenSent.reference({ reference })}</p>
        </div>
      )}
    </Screen>
  )
}
