/** What stands between the form's heading and its first field: what comes of it, or why it cannot be sent yet. */
import { type ReactNode, useDeferredValue, useEffect } from 'react'
import type { Settings } from '../../../contract/bff-api.ts'
import { list } from '../facts/format-day.ts'
import { useFormContext } from '../form-context.ts'
import { useFormTools } from '../inputs/form-tools.ts'
import { OfficialLink } from '../screens/ui.tsx'
import type { SettingsState } from '../use-root.ts'

export interface IntroProps {
  settings: SettingsState
  /** The address of the hosted page, for a form that cannot be sent. */
  page: string
}

/** Says what comes of the form, how long it takes and who gets the answers. What only the settings tell, that the form cannot be
 *  sent or is practice, stands in the room of what was said before: nothing moves. */
export function Intro({ settings, page }: IntroProps) {
  const { t, announce, officialUrl } = useFormContext()
  const hasFailed = settings.type === 'failed'
  useEffect(() => {
    if (!hasFailed) return undefined
    announce(t.consent.failed)
    return () => announce('')
  }, [hasFailed, announce, t])
  const ready = settings.type === 'ready' ? settings.settings : undefined
  // On a slow phone the first list of `Intl` takes a tenth of a second: no key and no press waits for it with the settings.
  const named = useDeferredValue(ready)
  const lead = <p className="vr-lead">{t.form.lead}</p>
  const about = (
    <p className="vr-hint vr-about">
      {t.form.about}
      {/* With its space: one of its own would move when the names come. */}
      {named && <span> {t.form.goesTo({ names: list(namesOf(named), t) })}</span>}
    </p>
  )
  if (hasFailed) {
    const failure = (
      <p className="vr-error">
        <span>
          {t.consent.failed} <HostedLink page={page} /> <OfficialLink url={officialUrl} text={t.broken.officialLink} />
        </span>
      </p>
    )
    // The keys keep React from making one out of the other: it would move.
    return (
      <Instead key="failed" of={[lead, about]}>
        {failure}
      </Instead>
    )
  }
  return (
    <>
      {ready?.features.sandbox === true ? (
        <Instead key="practice" of={[lead]}>
          <p className="vr-notice vr-practice">{t.form.sandbox}</p>
        </Instead>
      ) : (
        lead
      )}
      {about}
    </>
  )
}

/** The link to the hosted page, which needs no request from this page. A shared device has none: what a voter leaves there stays. */
export function HostedLink({ page }: { page: string }) {
  const { t, isKiosk } = useFormContext()
  const { isServed } = useFormTools()
  return isServed || isKiosk ? null : (
    <a href={page} target="_blank" rel="noopener">
      <span>{t.form.heading}</span> <span>{t.form.newTab}</span>
    </a>
  )
}

/** Its children in the room of others. */
function Instead({ of: [first, second], children }: { of: readonly ReactNode[]; children: ReactNode }) {
  return (
    <div className="vr-instead">
      <div aria-hidden="true">
        {first}
        {second}
      </div>
      {children}
    </div>
  )
}

const namesOf = ({ partner, operator }: Settings) => [...new Set([partner.name, operator.name])]
