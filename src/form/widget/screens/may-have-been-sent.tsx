/** The screen when it is unknown whether the service has the registration. */
import { useFormContext } from '../form-context.ts'
import { Confirm } from './confirm.tsx'
import { Button, Heading, OfficialLink, type Press } from './ui.tsx'

export interface MayHaveBeenSentProps {
  reference?: string | undefined
  officialUrl: string | undefined
  /** Sends once more, after the voter has asked for it and confirmed it. */
  onSendAgain: Press
  /** Whether the voter has pressed the form's button again, and is asked now. */
  asks?: boolean | undefined
  /** Leads back to the form; needed only where scripts run: elsewhere the browser's own Back does. */
  onBack?: () => void
}

/** The official site comes first. A second attempt takes two decisions: to ask for it, and to confirm what it may mean. */
export function MayHaveBeenSent(props: MayHaveBeenSentProps) {
  const { t } = useFormContext()
  const { reference, officialUrl, onSendAgain, asks, onBack } = props
  const { mayHaveBeenSent } = t
  return (
    <div className="vr-screen">
      <Heading takesFocus>{mayHaveBeenSent.heading}</Heading>
      <p>{mayHaveBeenSent.text}</p>
      <p>{mayHaveBeenSent.checkFirst}</p>
      {officialUrl !== undefined && (
        <p>
          <OfficialLink url={officialUrl} text={mayHaveBeenSent.officialLink} isPrimary />
        </p>
      )}
      <Confirm
        ask={mayHaveBeenSent.again}
        heading={mayHaveBeenSent.confirmHeading}
        meaning={mayHaveBeenSent.confirm}
        yes={mayHaveBeenSent.yes}
        no={mayHaveBeenSent.no}
        onYes={onSendAgain}
        isAsked={asks}
      />
      {onBack !== undefined && (
        <p>
          <Button kind="plain" press={onBack}>
            {t.notSent.edit}
          </Button>
        </p>
      )}
      {reference !== undefined && (
        <div className="vr-footnote">
          <p>{mayHaveBeenSent.reference({ reference })}</p>
        </div>
      )}
    </div>
  )
}
