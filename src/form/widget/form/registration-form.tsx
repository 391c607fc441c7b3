/** The form: 15 fields, consent, and a submit button; on one page or in steps. */
import { type ReactNode, type RefObject, type SyntheticEvent, useCallback, useEffect, useMemo, useRef } from 'react'
import { bffPaths, joinUrl, partnerPath } from '../../../contract/routes.ts'
import type { StateCode } from '../../../contract/states.ts'
import { AgeSlot, CheckSlot, FactsSlot } from '../facts/facts-slot.tsx'
import { getElementById } from '../focus.ts'
import { useFormContext } from '../form-context.ts'
import { useEnterKeyHints } from '../inputs/attributes.ts'
import { FieldContext, type FieldContextValue, getFieldId, useAfterPointerUp } from '../inputs/form-tools.ts'
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
import { PrefillCleaner } from './prefill.ts'
import type { FormPosition } from './steps.ts'
import { continueForm, type Eligibility, NoRegistration, useEligibility } from './stop.tsx'

interface RegistrationFormProps {
  props: InternalFormProps
  widget: WidgetState
  readFields: (event: SyntheticEvent) => void
  onFirstInput: () => void
  /** Called before a navigation that keeps the input: the browser need not ask. */
  onNavigateAway: () => void
  emit: Emit
}

export function RegistrationForm(formProps: RegistrationFormProps) {
  const { props, widget, readFields, onFirstInput, onNavigateAway, emit } = formProps
  const { t, instanceId, isKiosk } = useFormContext()
  const { settings, ready, registration, flow } = widget
  const { form, steps, position, stepFields, isFirstStep } = registration
  const { noScript, reportState = true } = props
  const { step } = position
  const isServerRendered = noScript !== undefined
  const page =
    noScript?.action ?? partnerPath(joinUrl(props.apiBase, `${bffPaths.page}?locale=${t.language}`), props.partner)
  const fieldContext = useFieldContextValue(widget, isServerRendered)
  const formElement = useFieldFocus(position, instanceId)
  // Memoized, since the summary takes the focus with each new list.
  const problems = useMemo(
    () => registration.problems.filter(({ field }) => field === undefined || stepFields.includes(field)),
    [registration.problems, stepFields],
  )
  const onTooYoung = useCallback(
    (state: StateCode) => emit('onTooYoung', { ...(reportState && { state }) }),
    [emit, reportState],
  )
  const eligibility = useEligibility(form, step, formElement)
  const isVisible = (group: FieldGroup) => (step === 'page' || step === group) && eligibility.isGroupVisible(group)
  useEnterKeyHints(formElement)

  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    // A surrounding form of the page must not receive the event.
    event.stopPropagation()
    // A blocked form continues only with its own button.
    if (!eligibility.isBlocked) flow.submit()
  }

  return (
    <FieldContext.Provider value={fieldContext}>
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
        onInput={onFirstInput}
      >
        {noScript && (
          <NoScriptParts
            noScript={noScript}
            isInSteps={steps[0] !== 'page'}
            hasOtherButtons={isFirstStep || step === 'review' || eligibility.isBlocked}
          />
        )}
        {problems.length > 0 && <ErrorSummary problems={problems} fields={stepFields} />}
        <FormTop props={props} widget={widget} page={page} onNavigateAway={onNavigateAway}>
          <FormNotices notices={ready?.notices} forAll forState={!isVisible('state')} />
        </FormTop>
        <Subsection>
          {renderFields({
            props,
            widget,
            isVisible,
            onTooYoung,
            eligibility,
            onContinue: () => continueForm(eligibility, widget),
          })}
          {step === 'review' && <FormReview onChange={(group) => editGroup(group, registration, t)} />}
          {/* Once, before the submit button (R-A13). */}
          <Group isVisible={registration.isLastStep && !eligibility.isBlocked}>
            <Consent
              settings={settings}
              subscriberOptIn={props.subscriberOptIn ?? true}
              extra={props.consentExtra}
              page={page}
              onReload={widget.reload}
            />
          </Group>
        </Subsection>
        <FormButtons key={step} widget={widget} isBlocked={eligibility.isBlocked} />
        {noScript && steps[0] !== 'page' && <SendWithoutScripts ready={ready} act={noScript.act} />}
      </form>
    </FieldContext.Provider>
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

function useFieldContextValue(
  { registration: { form, initial, revalidate } }: WidgetState,
  isServerRendered: boolean,
): FieldContextValue {
  const afterPointerUp = useAfterPointerUp()
  return useMemo(
    () => ({ form, initial: initial.values, afterPointerUp, revalidate, isServerRendered }),
    [form, initial, afterPointerUp, revalidate, isServerRendered],
  )
}

/** Moves the focus to the requested field of a step. Returns a ref for the form element. */
function useFieldFocus(position: FormPosition, instanceId: string): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (position.field !== undefined && form.current !== null) {
      getElementById(getFieldId(instanceId, position.field), form.current)?.focus()
    }
  }, [position, instanceId])
  return form
}

function renderFields(parts: {
  props: InternalFormProps
  widget: WidgetState
  isVisible: (group: FieldGroup) => boolean
  onTooYoung: (code: StateCode) => void
  eligibility: Eligibility
  onContinue: () => void
}) {
  const { props, widget, isVisible, onTooYoung, eligibility, onContinue } = parts
  const { ready, facts, t, registration, officialUrl } = widget
  const { isHydrated, exemptState, isBlockedByState, isBlockedByAge, onTooYoungChange } = eligibility
  const isPage = registration.position.step === 'page'
  const renderTitle = (group: FieldGroup) => {
    const title = <Heading className="vr-title">{t.steps[group]}</Heading>
    // Without scripts, a form in steps is on one page.
    return isPage ? title : props.noScript && <noscript>{title}</noscript>
  }
  // After hydration, the form loads the facts of the selected state.
  const { official = officialUrl, check = ready?.check_registration?.url ?? officialUrl } =
    (!isHydrated && props.noScript?.ofState) || {}
  return (
    <>
      <PrefillCleaner prefilled={registration.prefilled} disabledStates={ready?.prefill_disabled_states} />
      <Group isVisible={isVisible('state')} isSection={isPage} title={renderTitle('state')}>
        <PlaceFields />
        {/* A live region must exist before its content. */}
        <div aria-live="polite">
          {exemptState && (
            <NoRegistration
              code={exemptState}
              access={facts}
              officialUrl={official}
              onContinue={isBlockedByState ? onContinue : undefined}
            />
          )}
          <FormNotices notices={ready?.notices} forState />
        </div>
        {!isBlockedByState && (
          <>
            <CheckSlot access={facts} url={check} />
            <FactsSlot access={facts} />
          </>
        )}
      </Group>
      <Group isVisible={isVisible('name')} isSection={isPage} title={renderTitle('name')}>
        <NameFields />
        {/* Announces why the form is blocked. */}
        <div aria-live="polite">
          <AgeSlot
            access={facts}
            settings={ready}
            onTooYoung={onTooYoung}
            onTooYoungChange={onTooYoungChange}
            onContinue={isBlockedByAge ? onContinue : undefined}
          />
        </div>
      </Group>
      <Group isVisible={isVisible('address')} isSection={isPage} title={renderTitle('address')}>
        <AddressFields />
      </Group>
      <Group isVisible={isVisible('contact')} isSection={isPage} title={renderTitle('contact')}>
        <ContactFields />
      </Group>
    </>
  )
}

function editGroup(group: FieldGroup, { steps, goTo }: WidgetState['registration'], t: WidgetState['t']): void {
  const field = orderFields(t).find((candidate) => groupFields[group].includes(candidate))
  const position = steps.includes('page') ? ({ step: 'page', field } as const) : { step: group }
  goTo({ ...position, isChange: true })
}

/** Hidden fields keep their values, and are posted too. */
function Group(props: { isVisible: boolean; isSection?: boolean; title?: ReactNode; children: ReactNode }) {
  const { isVisible, isSection = false, title, children } = props
  return (
    <div className={isSection ? 'vr-group vr-section' : 'vr-group'} hidden={!isVisible}>
      {title}
      {children}
    </div>
  )
}
