/** The form: 15 fields, consent, and a submit button; on one page or in steps. */
import { type ReactNode, type RefObject, type SyntheticEvent, useCallback, useEffect, useMemo, useRef } from 'react'
import { bffPaths, joinUrl, partnerPath } from '../../../contract/routes.ts'
import type { StateCode } from '../../../contract/states.ts'
import { AgeSlot, CheckSlot, FactsSlot } from '../facts/facts-slot.tsx'
import { getElementById } from '../focus.ts'
import { useFormContext } from '../form-context.ts'
import { useEnterKeyHints } from '../inputs/attributes.ts'
import { type FormTools, FormToolsContext, getFieldId, useAfterPointerUp } from '../inputs/form-tools.ts'
import type { Emit } from '../page-address.ts'
import { FormNotices, Heading, Subsection } from '../screens/ui.tsx'
import type { WidgetState } from '../use-widget.ts'
import type { InternalFormProps, NoScriptForm } from '../voter-registration-props.ts'
import { Consent } from './consent.tsx'
import { ErrorSummary } from './error-summary.tsx'
import { AddressFields, ContactFields, NameFields, PlaceFields } from './field-groups.tsx'
import { orderFields } from './field-order.ts'
import { type FieldGroup, groupFields } from './fields.ts'
import { FormButtons, SendWithoutScripts } from './form-buttons.tsx'
import { FormReview } from './form-review.tsx'
import { FormTop } from './form-top.tsx'
import { ClearFilled } from './prefill.ts'
import type { FormPlace } from './steps.ts'
import { goOnFrom, NoRegistration, type Stop, useStop } from './stop.tsx'

interface RegistrationFormProps {
  props: InternalFormProps
  widget: WidgetState
  readFields: (event: SyntheticEvent) => void
  onStart: () => void
  /** Called before a navigation that keeps the input: the browser need not ask. */
  onAway: () => void
  emit: Emit
}

export function RegistrationForm(all: RegistrationFormProps) {
  const { props, widget, readFields, onStart, onAway, emit } = all
  const { t, instanceId, isKiosk } = useFormContext()
  const { settings, ready, registration, flow } = widget
  const { form, steps, place, stepFields, isFirstStep } = registration
  const { noScript, reportState = true } = props
  const { at } = place
  const isServed = noScript !== undefined
  const page =
    noScript?.action ?? partnerPath(joinUrl(props.apiBase, `${bffPaths.page}?locale=${t.language}`), props.partner)
  const tools = useTools(widget, isServed)
  const formElement = useFieldFocus(place, instanceId)
  // Memoized, since the summary takes the focus with each new list.
  const problems = useMemo(
    () => registration.problems.filter(({ field }) => field === undefined || stepFields.includes(field)),
    [registration.problems, stepFields],
  )
  const onTooYoung = useCallback(
    (state: StateCode) => emit('onTooYoung', { ...(reportState && { state }) }),
    [emit, reportState],
  )
  const stop = useStop(form, at, formElement)
  const isAsked = (group: FieldGroup) => (at === 'page' || at === group) && stop.shows(group)
  useEnterKeyHints(formElement)

  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    // A surrounding form of the page must not receive the event.
    event.stopPropagation()
    // A blocked form continues only with its own button.
    if (!stop.stops) flow.submit()
  }

  return (
    <FormToolsContext.Provider value={tools}>
      <form
        ref={formElement}
        className="vr-form"
        part="form"
        // Without scripts, and before hydration, the form posts to the BFF's page, never to the partner's page.
        method="post"
        action={page}
        noValidate
        autoComplete={isKiosk ? 'off' : 'on'}
        onSubmit={submit}
        // Capture: before the button handles the click.
        onClickCapture={readFields}
        onInput={onStart}
      >
        {noScript && (
          <NoScriptParts
            noScript={noScript}
            isInSteps={steps[0] !== 'page'}
            hasOtherButtons={isFirstStep || at === 'review' || stop.stops}
          />
        )}
        {problems.length > 0 && <ErrorSummary problems={problems} fields={stepFields} />}
        <FormTop props={props} widget={widget} page={page} onAway={onAway}>
          <FormNotices notices={ready?.notices} forAll forState={!isAsked('state')} />
        </FormTop>
        <Subsection>
          {showFields({ props, widget, isAsked, onTooYoung, stop, goOn: () => goOnFrom(stop, widget) })}
          {at === 'review' && <FormReview onChange={(group) => change(group, registration, t)} />}
          {/* Once, before the submit button (R-A13). */}
          <Group isAsked={registration.isLastStep && !stop.stops}>
            <Consent
              settings={settings}
              subscriberOptIn={props.subscriberOptIn ?? true}
              extra={props.consentExtra}
              page={page}
              onReload={widget.reload}
            />
          </Group>
        </Subsection>
        <FormButtons key={at} widget={widget} isStopped={stop.stops} />
        {noScript && steps[0] !== 'page' && <SendWithoutScripts ready={ready} act={noScript.act} />}
      </form>
    </FormToolsContext.Provider>
  )
}

function NoScriptParts(props: { noScript: NoScriptForm; isInSteps: boolean; hasOtherButtons: boolean }) {
  const { noScript, isInSteps, hasOtherButtons } = props
  const hiddenButton = { type: 'submit', className: 'vr-visually-hidden', tabIndex: -1, 'aria-hidden': true } as const
  return (
    <>
      {Object.entries(noScript.fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} defaultValue={value} autoComplete="off" />
      ))}
      {/* Without scripts, Enter activates the form's first button, which must be the one that submits. */}
      {isInSteps && (
        <noscript>
          <button {...hiddenButton} name={noScript.act} value="send" />
        </noscript>
      )}
      {hasOtherButtons && <button {...hiddenButton} />}
    </>
  )
}

function useTools({ registration: { form, initial, revalidate } }: WidgetState, isServed: boolean): FormTools {
  const afterPointerUp = useAfterPointerUp()
  return useMemo(
    () => ({ form, initial: initial.values, afterPointerUp, revalidate, isServed }),
    [form, initial, afterPointerUp, revalidate, isServed],
  )
}

/** Moves the focus to the requested field of a step. Returns a ref for the form element. */
function useFieldFocus(place: FormPlace, instanceId: string): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (place.field !== undefined && form.current !== null) {
      getElementById(getFieldId(instanceId, place.field), form.current)?.focus()
    }
  }, [place, instanceId])
  return form
}

function showFields(parts: {
  props: InternalFormProps
  widget: WidgetState
  isAsked: (group: FieldGroup) => boolean
  onTooYoung: (code: StateCode) => void
  stop: Stop
  goOn: () => void
}) {
  const { props, widget, isAsked, onTooYoung, stop, goOn } = parts
  const { ready, facts, words, registration, officialUrl } = widget
  const { isAlive, needsNone, stopsForState, stopsForAge, onYoung } = stop
  const isPage = registration.place.at === 'page'
  const titleOf = (group: FieldGroup) => {
    const title = <Heading className="vr-title">{words.steps[group]}</Heading>
    // Without scripts, a form in steps is on one page.
    return isPage ? title : props.noScript && <noscript>{title}</noscript>
  }
  // After hydration, the form loads the facts of the selected state.
  const { official = officialUrl, check = ready?.check_registration?.url ?? officialUrl } =
    (!isAlive && props.noScript?.ofState) || {}
  return (
    <>
      <ClearFilled filled={registration.filled} off={ready?.prefill_disabled_states} />
      <Group isAsked={isAsked('state')} isSection={isPage} title={titleOf('state')}>
        <PlaceFields />
        {/* A live region must exist before its content. */}
        <div aria-live="polite">
          {needsNone && (
            <NoRegistration
              code={needsNone}
              access={facts}
              officialUrl={official}
              onGoOn={stopsForState ? goOn : undefined}
            />
          )}
          <FormNotices notices={ready?.notices} forState />
        </div>
        {!stopsForState && (
          <>
            <CheckSlot access={facts} url={check} />
            <FactsSlot access={facts} />
          </>
        )}
      </Group>
      <Group isAsked={isAsked('name')} isSection={isPage} title={titleOf('name')}>
        <NameFields />
        {/* Announces why the form is blocked. */}
        <div aria-live="polite">
          <AgeSlot
            access={facts}
            settings={ready}
            onTooYoung={onTooYoung}
            onStop={onYoung}
            onGoOn={stopsForAge ? goOn : undefined}
          />
        </div>
      </Group>
      <Group isAsked={isAsked('address')} isSection={isPage} title={titleOf('address')}>
        <AddressFields />
      </Group>
      <Group isAsked={isAsked('contact')} isSection={isPage} title={titleOf('contact')}>
        <ContactFields />
      </Group>
    </>
  )
}

function change(group: FieldGroup, { steps, goTo }: WidgetState['registration'], t: WidgetState['words']): void {
  const field = orderFields(t).find((one) => groupFields[group].includes(one))
  const there = steps.includes('page') ? ({ at: 'page', field } as const) : { at: group }
  goTo({ ...there, isChange: true })
}

/** Hidden fields keep their values, and are posted too. */
function Group(props: { isAsked: boolean; isSection?: boolean; title?: ReactNode; children: ReactNode }) {
  const { isAsked, isSection = false, title, children } = props
  return (
    <div className={isSection ? 'vr-group vr-section' : 'vr-group'} hidden={!isAsked}>
      {title}
      {children}
    </div>
  )
}
