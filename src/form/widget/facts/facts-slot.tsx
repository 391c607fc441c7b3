/** The places for the state facts: in the form, below the date of birth, and on the answer screen. */
import { type ReactNode, Suspense, useContext, useState } from 'react'
import type { Settings } from '../../../contract/bff-api.ts'
import { isStateCode, type StateCode } from '../../../contract/states.ts'
import { safeLink } from '../../../contract/text.ts'
import { useIsHydrated } from '../effects.ts'
import { dayOf, readBirthDate } from '../form/birth-date.ts'
import { useFormContext } from '../form-context.ts'
import { useFieldValue, useFormTools } from '../inputs/form-tools.ts'
import {
  type AgeBesideFormProps,
  type AnswerFactsProps,
  type FactsAccess,
  LazyPartsContext,
  useLazyPart,
  withoutFacts,
} from '../lazy-parts.ts'
import { serviceTexts } from '../screens/answer-text.tsx'
import { ErrorBoundary } from '../screens/ui.tsx'
import { linkSafety } from '../tracking/follow.ts'

/** The place below the state; empty without facts or without a state. An error in it does not affect the form. */
export function FactsSlot({ access }: { access: FactsAccess | undefined }) {
  const { form, checkAgain } = useFormTools()
  const code = useFieldValue(form, 'state')
  const zipcode = useFieldValue(form, 'zipcode')
  const facts = useLazyPart('stateFacts', withoutFacts, code)
  const isHydrated = useIsHydrated()
  if (access === undefined || !isStateCode(code)) return null
  const pending = <div className="vr-facts-slot" />
  if (!isHydrated) return pending
  return (
    <ErrorBoundary key={code} fallback={null}>
      <Suspense fallback={pending}>
        <facts.FactsBesideForm
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
      </Suspense>
    </ErrorBoundary>
  )
}

/** Below the state: where to check one's registration, on the state's page, or else the operator's or the official site. */
export function CheckSlot({ access, url }: { access: FactsAccess | undefined; url: string | undefined }) {
  const { t } = useFormContext()
  const { form } = useFormTools()
  const code = useFieldValue(form, 'state')
  const facts = useLazyPart('stateFacts', withoutFacts, code)
  const isHydrated = useIsHydrated()
  const show = (href: string | undefined) =>
    href && (
      <p className="vr-check">
        <a href={href} target="_blank" {...linkSafety}>
          {t.form.checkFirst} <span>{t.form.newTab}</span>
        </a>
      </p>
    )
  const own = isStateCode(code) && url ? safeLink(url) : undefined
  if (access === undefined || !isStateCode(code) || !isHydrated) return show(own)
  return (
    <Suspense fallback={show(own)}>
      <facts.CheckBesideForm access={access} code={code}>
        {(ofState) => show(ofState ?? own)}
      </facts.CheckBesideForm>
    </Suspense>
  )
}

export interface OfficialSlotProps {
  access: FactsAccess | undefined
  code: StateCode | undefined
  url: string | undefined
  /** Whether it loads the facts itself: where nothing else on the screen does. */
  loads?: boolean
  children: (url: string | undefined) => ReactNode
}

export function OfficialSlot(props: OfficialSlotProps) {
  const { access, code, url, loads = false, children } = props
  const { stateFacts } = useContext(LazyPartsContext)
  const facts = useLazyPart('stateFacts', withoutFacts)
  // Elsewhere only a part that was loaded with the form: a later one would make the screen anew, and forget a choice on it.
  const [isLoaded] = useState(() => stateFacts?.loaded() !== undefined)
  const isShown = useIsHydrated() && (loads || isLoaded)
  if (access === undefined || code === undefined || !isShown) return children(url)
  return (
    <Suspense fallback={children(url)}>
      <facts.OfficialOfState access={access} code={code}>
        {(ofState) => children(ofState ?? url)}
      </facts.OfficialOfState>
    </Suspense>
  )
}

/** Below the date of birth: the rule for a voter under 18. Nothing above the field moves while the voter types. */
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
  const facts = useLazyPart('stateFacts', withoutFacts, code)
  const isHydrated = useIsHydrated()
  if (access === undefined || !isStateCode(code) || !isHydrated) return null
  // Not earlier: Next.js refuses to prerender a component that reads the clock.
  const today = dayOf(clock.now())
  const birth = readBirthDate({ birthMonth, birthDay, birthYear }, today)
  if (birth.type !== 'date') return null
  const url = settings?.under_18 && safeLink(settings.under_18.url)
  return (
    <ErrorBoundary key={code} fallback={null}>
      <Suspense>
        <facts.AgeBesideForm
          {...props}
          access={access}
          code={code}
          {...serviceTexts}
          birth={birth.date}
          today={today}
          partner={url === undefined || settings === undefined ? undefined : { name: settings.partner.name, url }}
        />
      </Suspense>
    </ErrorBoundary>
  )
}

/** A place on the answer screen; empty without a state. An error in it does not affect the answer. */
export function AnswerFactsSlot(
  props: Omit<AnswerFactsProps, 'code' | keyof typeof serviceTexts> & {
    code: StateCode | undefined
    shows: 'AnswerDates' | 'AnswerBring' | 'AnswerFacts' | 'DidYouFinish'
  },
) {
  const { code, shows } = props
  const { [shows]: Shown } = useLazyPart('stateFacts', withoutFacts)
  if (code === undefined) return null
  const isReserved = shows === 'AnswerDates' && props.access !== undefined
  return (
    <ErrorBoundary fallback={null}>
      <Suspense fallback={isReserved && <p className="vr-pending" />}>
        <Shown {...props} code={code} {...serviceTexts} />
      </Suspense>
    </ErrorBoundary>
  )
}
