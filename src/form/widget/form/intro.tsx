/** What stands between the form's heading and its first field: what comes of it, or why it cannot be sent yet. */
import { useEffect } from 'react'
import { useFormTools } from '../inputs/form-tools.ts'
import { OfficialLink } from '../screens/official-link.tsx'
import type { SettingsState } from '../use-root.ts'

/** The sentences before the fields. */
export interface IntroProps {
  settings: SettingsState
  /** The address of the official site, for a form that cannot be sent. */
  officialUrl: string | undefined
  /** Whether the sentence on questions that must be answered is part of it: in steps it stands below the step's heading. */
  withNote: boolean
}

/** Says that the form cannot be sent as soon as that is known, in the room of what it says else: nothing moves. */
export function Intro({ settings, officialUrl, withNote }: IntroProps) {
  const { words, announce } = useFormTools()
  const hasFailed = settings.type === 'failed'
  useEffect(() => {
    if (hasFailed) announce(words.consent.failed)
  }, [hasFailed, announce, words])
  const usual = (
    <>
      <p className="vr-lead">{words.form.lead}</p>
      {withNote && <RequiredNote />}
    </>
  )
  if (!hasFailed) return usual
  return (
    <div className="vr-instead">
      <div aria-hidden="true">{usual}</div>
      <p className="vr-error">
        <span>
          {words.consent.failed} <OfficialLink url={officialUrl} text={words.broken.officialLink} />
        </span>
      </p>
    </div>
  )
}

/** The sentence on questions that must be answered. */
export function RequiredNote() {
  const { words } = useFormTools()
  return <p className="vr-hint">{words.form.requiredNote}</p>
}
