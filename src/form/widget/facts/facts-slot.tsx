/** The places for the state facts: in the form, below the date of birth, and on the answer screen. */
import { type ReactNode, useContext, useState } from 'react'
import type { Settings } from '../../../contract/bff-api.ts'
import { isStateCode, type StateCode } from '../../../contract/states.ts'
import { safeLink } from '../../../contract/text.ts'
import { dayOf, readBirthDate } from '../form/birth-date.ts'
import { useFormContext } from '../form-context.ts'
import { useFieldValue, useFormTools } from '../inputs/form-tools.ts'
import { type AgeBesideFormProps, type AnswerFactsProps, LazyPartsContext, useLazyPart } from '../lazy-parts.ts'
import { serviceTexts } from '../screens/answer-text.tsx'
import { ErrorBoundary } from '../screens/ui.tsx'
import { linkSafety } from '../tracking/follow.ts'
import type { FactsAccess } from './facts-access.ts'

/** The place below the state; empty without facts or without a state. An error in it does not affect the form. */
export function FactsSlot({ access }: { access: FactsAccess | undefined }) {
  const { form, checkAgain } = useFormTools()
  const code = useFieldValue(form, 'state')
  const zipcode = useFieldValue(form, 'zipcode')
  const part = useLazyPart('stateFacts', access !== undefined && isStateCode(code))
  if (access === undefined || !isStateCode(code) || part === 'missing') return null
  if (part === 'loading') return <div className="vr-facts-slot" />
  return (
    <ErrorBoundary key={code} fallback={null}>
      <part.FactsBesideForm
        access={access}
        code={code}
        {...serviceTexts}
        zipcode={zipcode}
        onState={(suggested) => {
          form.setFocus('state')
          form.setValue('state', suggested, { shouldDirty: true })
          checkAgain(['state'])
        }}
      />
    </ErrorBoundary>
  )
}

/** The place below the state: where voters can check whether they are registered, on the state's page, or else on the
 *  operator's or the official site. */
export function CheckSlot({ access, url }: { access: FactsAccess | undefined; url: string | undefined }) {
  const { t } = useFormContext()
  const { form } = useFormTools()
  const code = useFieldValue(form, 'state')
  const part = useLazyPart('stateFacts', access !== undefined && isStateCode(code))
  const show = (href: string | undefined) =>
    href && (
      <p className="vr-check">
        <a href={href} target="_blank" {...linkSafety}>
          {t.form.checkFirst} <span>{t.form.newTab}</span>
        </a>
      </p>
    )
  const own = isStateCode(code) && url ? safeLink(url) : undefined
  if (access === undefined || !isStateCode(code) || typeof part === 'string') return show(own)
  return (
    <part.CheckBesideForm access={access} code={code}>
      {(ofState) => show(ofState ?? own)}
    </part.CheckBesideForm>
  )
}

export interface OfficialSlotProps {
  access: FactsAccess | undefined
  code: StateCode | undefined
  /** The operator's official site. */
  url: string | undefined
  /** Whether it loads the facts itself: where nothing else on the screen does. */
  loads?: boolean
  children: (url: string | undefined) => ReactNode
}

/** Gives its children the chosen state's own page about registering, or else the operator's official site. */
export function OfficialSlot(props: OfficialSlotProps) {
  const { access, code, url, loads = false, children } = props
  const { stateFacts } = useContext(LazyPartsContext)
  const later = useLazyPart('stateFacts', loads && access !== undefined)
  // Elsewhere only a part that was loaded with the form: a later one would make the screen anew, and forget a choice on it.
  const [first] = useState(() => stateFacts?.loaded())
  const part = typeof later === 'string' ? first : later
  if (access === undefined || code === undefined || part === undefined) return children(url)
  return (
    <part.OfficialOfState access={access} code={code}>
      {(ofState) => children(ofState ?? url)}
    </part.OfficialOfState>
  )
}

/** The place below the date of birth: the state's rule for a voter under 18. It is below the field it is about, so that
 *  nothing above the field moves while the voter types. */
export function AgeSlot(
  props: Pick<AgeBesideFormProps, 'onTooYoung' | 'onStop' | 'onGoOn'> & {
    access: FactsAccess | undefined
    settings: Settings | undefined
  },
) {
  const { access, settings } = props
  const { clock } = useFormContext()
  const { form } = useFormTools()
  const code = useFieldValue(form, 'state')
  const birthMonth = useFieldValue(form, 'birthMonth')
  const birthDay = useFieldValue(form, 'birthDay')
  const birthYear = useFieldValue(form, 'birthYear')
  const part = useLazyPart('stateFacts', access !== undefined && isStateCode(code))
  if (access === undefined || !isStateCode(code) || part === 'missing' || part === 'loading') return null
  // Not earlier: Next.js refuses to prerender a component that reads the clock.
  const today = dayOf(clock.now())
  const birth = readBirthDate({ birthMonth, birthDay, birthYear }, today)
  if (birth.type !== 'date') return null
  const url = settings?.under_18 && safeLink(settings.under_18.url)
  return (
    <ErrorBoundary key={code} fallback={null}>
      <part.AgeBesideForm
        {...props}
        access={access}
        code={code}
        {...serviceTexts}
        birth={birth.date}
        today={today}
        partner={url === undefined || settings === undefined ? undefined : { name: settings.partner.name, url }}
      />
    </ErrorBoundary>
  )
}

/** A place on the answer screen; empty without a state. An error in it does not affect the answer. */
export function AnswerFactsSlot(
  props: Omit<AnswerFactsProps, 'code' | keyof typeof serviceTexts> & {
    code: StateCode | undefined
    /** The component in this place. */
    shows: 'AnswerDates' | 'AnswerBring' | 'AnswerFacts' | 'DidYouFinish'
  },
) {
  const { code, shows } = props
  const { stateFacts } = useContext(LazyPartsContext)
  const lazy = useLazyPart('stateFacts', code !== undefined)
  // An answer is never hydrated, so a part that is already loaded is used at once.
  const part = lazy === 'loading' ? (stateFacts?.loaded() ?? lazy) : lazy
  if (code === undefined || part === 'missing') return null
  if (part === 'loading') {
    const isReserved = shows === 'AnswerDates' && props.access !== undefined
    return isReserved && <p className="vr-pending" />
  }
  const Shown = part[shows]
  return (
    <ErrorBoundary fallback={null}>
      <Shown {...props} code={code} {...serviceTexts} />
    </ErrorBoundary>
  )
}
