/** Slots for lazily loaded state facts: in the form, below the date of birth, and on the answer screen. */
import { type ReactNode, Suspense, useContext, useState } from 'react'
import type { Settings } from '../../../contract/bff-api.ts'
import { isStateCode, type StateCode } from '../../../contract/states.ts'
import { safeLink } from '../../../contract/text.ts'
import { useIsHydrated } from '../effects.ts'
import { parseBirthDate, toCalendarDay } from '../form/birth-date.ts'
import { useFormContext } from '../form-context.ts'
import { useFieldContext, useFieldValue } from '../inputs/form-tools.ts'
import {
  type AgeNoticeProps,
  type AnswerFactsProps,
  type FactsAccess,
  LazyPartsContext,
  useLazyPart,
  withoutFacts,
} from '../lazy-parts.ts'
import { serviceTexts } from '../screens/answer-text.tsx'
import { ErrorBoundary } from '../screens/ui.tsx'
import { linkSafety } from '../tracking/follow.ts'

/** Below the state field; empty without facts or a state. An error in it does not affect the form. */
export function FactsSlot({ access }: { access: FactsAccess | undefined }) {
  const { form, revalidate } = useFieldContext()
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
        <facts.FormFacts
          access={access}
          code={code}
          {...serviceTexts}
          zipcode={zipcode}
          onState={(suggested) => {
            form.setFocus('state')
            form.setValue('state', suggested, { shouldDirty: true })
            revalidate(['state'])
          }}
        />
      </Suspense>
    </ErrorBoundary>
  )
}

/** Below the state field: a link to check one's registration, on the state's, the operator's or the official site. */
export function CheckSlot({ access, url }: { access: FactsAccess | undefined; url: string | undefined }) {
  const { t } = useFormContext()
  const { form } = useFieldContext()
  const code = useFieldValue(form, 'state')
  const facts = useLazyPart('stateFacts', withoutFacts, code)
  const isHydrated = useIsHydrated()
  const renderLink = (href: string | undefined) =>
    href && (
      <p className="vr-check">
        <a href={href} target="_blank" {...linkSafety}>
          {t.form.checkFirst} <span>{t.form.newTab}</span>
        </a>
      </p>
    )
  const operatorUrl = isStateCode(code) && url ? safeLink(url) : undefined
  if (access === undefined || !isStateCode(code) || !isHydrated) return renderLink(operatorUrl)
  return (
    <Suspense fallback={renderLink(operatorUrl)}>
      <facts.StateCheckUrl access={access} code={code}>
        {(stateUrl) => renderLink(stateUrl ?? operatorUrl)}
      </facts.StateCheckUrl>
    </Suspense>
  )
}

export interface OfficialSlotProps {
  access: FactsAccess | undefined
  code: StateCode | undefined
  url: string | undefined
  /** Loads the facts if nothing else on the screen does. */
  shouldLoad?: boolean
  children: (url: string | undefined) => ReactNode
}

export function OfficialSlot(props: OfficialSlotProps) {
  const { access, code, url, shouldLoad = false, children } = props
  const { stateFacts } = useContext(LazyPartsContext)
  const facts = useLazyPart('stateFacts', withoutFacts)
  // Otherwise uses the part only if it is loaded: loading it later would remount the screen and lose its state.
  const [isLoaded] = useState(() => stateFacts?.loaded() !== undefined)
  const isShown = useIsHydrated() && (shouldLoad || isLoaded)
  if (access === undefined || code === undefined || !isShown) return children(url)
  return (
    <Suspense fallback={children(url)}>
      <facts.StateOfficialUrl access={access} code={code}>
        {(stateUrl) => children(stateUrl ?? url)}
      </facts.StateOfficialUrl>
    </Suspense>
  )
}

/** Below the date of birth: the rule for voters under 18. */
export function AgeSlot(
  props: Pick<AgeNoticeProps, 'onTooYoung' | 'onTooYoungChange' | 'onContinue'> & {
    access: FactsAccess | undefined
    settings: Settings | undefined
  },
) {
  const { access, settings } = props
  const { clock } = useFormContext()
  const { form } = useFieldContext()
  const code = useFieldValue(form, 'state')
  const birthMonth = useFieldValue(form, 'birthMonth')
  const birthDay = useFieldValue(form, 'birthDay')
  const birthYear = useFieldValue(form, 'birthYear')
  const facts = useLazyPart('stateFacts', withoutFacts, code)
  const isHydrated = useIsHydrated()
  if (access === undefined || !isStateCode(code) || !isHydrated) return null
  // Read late: Next.js cannot prerender a component that reads the clock.
  const today = toCalendarDay(clock.now())
  const birth = parseBirthDate({ birthMonth, birthDay, birthYear }, today)
  if (birth.type !== 'date') return null
  const url = settings?.under_18 && safeLink(settings.under_18.url)
  return (
    <ErrorBoundary key={code} fallback={null}>
      <Suspense>
        <facts.AgeNotice
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

/** A slot on the answer screen; empty without a state. An error in it does not affect the answer. */
export function AnswerFactsSlot(
  props: Omit<AnswerFactsProps, 'code' | keyof typeof serviceTexts> & {
    code: StateCode | undefined
    component: 'AnswerDates' | 'AnswerDocuments' | 'AnswerFacts' | 'DidYouFinish'
  },
) {
  const { code, component } = props
  const { [component]: Component } = useLazyPart('stateFacts', withoutFacts)
  if (code === undefined) return null
  const isReserved = component === 'AnswerDates' && props.access !== undefined
  return (
    <ErrorBoundary fallback={null}>
      <Suspense fallback={isReserved && <p className="vr-pending" />}>
        <Component {...props} code={code} {...serviceTexts} />
      </Suspense>
    </ErrorBoundary>
  )
}
