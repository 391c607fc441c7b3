/** What stands between the form's heading and its first field: what comes of it, or why it cannot be sent yet. */
import { type ReactNode, useDeferredValue, useEffect } from 'react'
import type { Settings } from '../../../contract/bff-api.ts'
import { list } from '../facts/format-day.ts'
import { useFormTools } from '../inputs/form-tools.ts'
import { OfficialLink } from '../screens/ui.tsx'
import type { SettingsState } from '../use-root.ts'

/** The sentences before the fields. */
export interface IntroProps {
  settings: SettingsState
  /** The address of the official site, for a form that cannot be sent. */
  officialUrl: string | undefined
  /** The address of the hosted page, for the same. */
  page: string
}

/** Says what comes of the form, how long it takes and who gets the answers. What only the settings tell, that the form cannot be
 *  sent or is practice, stands in the room of what was said before: nothing moves. */
export function Intro({ settings, officialUrl, page }: IntroProps) {
  const { words, announce } = useFormTools()
  const hasFailed = settings.type === 'failed'
  useEffect(() => {
    if (!hasFailed) return undefined
    announce(words.consent.failed)
    return () => announce('')
  }, [hasFailed, announce, words])
  const ready = settings.type === 'ready' ? settings.settings : undefined
  // On a slow phone the first list of `Intl` takes a tenth of a second: no key and no press waits for it with the settings.
  const named = useDeferredValue(ready)
  const lead = <p className="vr-lead">{words.form.lead}</p>
  const about = (
    <p className="vr-hint vr-about">
      {words.form.about}
      {/* With its space: one of its own would move when the names come. */}
      {named && <span> {words.form.goesTo({ names: list(namesOf(named), words) })}</span>}
    </p>
  )
  if (hasFailed) {
    const failure = (
      <p className="vr-error">
        <span>
          {words.consent.failed} <HostedLink page={page} />{' '}
          <OfficialLink url={officialUrl} text={words.broken.officialLink} />
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
          <p className="vr-notice vr-practice">{words.form.sandbox}</p>
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
  const { words, isServed, isShared } = useFormTools()
  return isServed || isShared ? null : (
    <a href={page} target="_blank" rel="noopener">
      <span>{words.form.heading}</span> <span>{words.form.newTab}</span>
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

/** Returns those who get the answers. */
const namesOf = ({ partner, operator }: Settings) => [...new Set([partner.name, operator.name])]
