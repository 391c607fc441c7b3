/** The screen when the service certainly does not have the registration, for browsers without scripts. */
import { Heading } from '../../widget/screens/heading.tsx'
import { reasonOf } from '../../widget/screens/not-sent.tsx'
import { OfficialLink } from '../../widget/screens/official-link.tsx'
import { ActButton, Screen, type ScreenProps } from './screen.tsx'

/** A retry posts the same form under the same key. There is no countdown here: the wait is shown as it was. */
export function NotSentScreen(
  props: ScreenProps & {
    code: string
    reference?: string | undefined
    retryAfterMs?: number | undefined
    limitedHours?: number | undefined
  },
) {
  const { visitor, reference, retryAfterMs, limitedHours, officialUrl } = props
  const { notSent } = visitor.words
  const isRetryNoUse = limitedHours !== undefined
  return (
    <Screen {...props} step="not-sent">
      <Heading level={1}>{notSent.heading}</Heading>
      <p>{reasonOf(props, visitor.words)}</p>
      {limitedHours !== undefined && <p>{notSent.limitedWait({ hours: limitedHours })}</p>}
      <p>{notSent.kept}</p>
      {retryAfterMs !== undefined && <p>{notSent.wait({ seconds: Math.ceil(retryAfterMs / 1000) })}</p>}
      <div className="vr-next">
        <ActButton act="send" kind={isRetryNoUse ? 'secondary' : 'primary'} text={notSent.retry} />
        <ActButton act="edit" kind={isRetryNoUse ? 'primary' : 'secondary'} text={notSent.edit} />
      </div>
      <div className="vr-footnote">
        {officialUrl !== undefined && (
          <p>
            <span>{notSent.official} </span>
            <OfficialLink url={officialUrl} text={notSent.officialLink} />
          </p>
        )}
        {reference !== undefined && <p>{notSent.reference({ reference })}</p>}
      </div>
    </Screen>
  )
}
