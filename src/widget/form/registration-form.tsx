/** The form: 15 fields, the state first, the consent block, and one button. */
import { memo, type SyntheticEvent, useMemo } from 'react'
import { bffPaths, joinUrl } from '../../contract/routes.ts'
import { AgeSlot, FactsSlot } from '../civic/facts-slot.tsx'
import { DateOfBirthField } from '../inputs/date-of-birth-field.tsx'
import { type FormTools, FormToolsContext, useFormTools } from '../inputs/form-tools.ts'
import { StateField, TextField } from '../inputs/labelled-field.tsx'
import { PhoneField } from '../inputs/phone-field.tsx'
import { TitleField } from '../inputs/title-field.tsx'
import { useWhenStill } from '../inputs/use-after-pointer-up.ts'
import { ZipcodeField } from '../inputs/zipcode-field.tsx'
import type { VoterRegistrationProps } from '../options.ts'
import { Heading, levelBelow } from '../screens/heading.tsx'
import { readClock, type WidgetState } from '../use-widget.ts'
import { Consent, consentTextsFor } from './consent.tsx'
import { ErrorSummary } from './error-summary.tsx'
import { nameOrder } from './field-order.ts'

/** The form screen. */
export function RegistrationForm(all: {
  props: VoterRegistrationProps
  widget: WidgetState
  instanceId: string
  announce: (text: string) => void
  onStart: () => void
}) {
  const { props, widget, instanceId, announce, onStart } = all
  const { words, settings, ready, facts, registration, flow } = widget
  const { form, initial, problems, checkAgain } = registration
  const { headingLevel = 2, plain } = props
  const isServed = plain !== undefined
  const page = plain?.action ?? joinUrl(props.apiBase, bffPaths.page)
  const whenStill = useWhenStill()
  const tools = useMemo<FormTools>(() => {
    const { values } = initial
    return { form, words, initial: values, instanceId, now: readClock, announce, whenStill, checkAgain, isServed }
  }, [form, words, initial, instanceId, announce, whenStill, checkAgain, isServed])
  const consent = ready && consentTextsFor(ready, words)

  const aboutFacts = { access: facts, messages: props.messages, headingLevel: levelBelow(headingLevel) }

  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    // A page's own form around ours must not hear of it.
    event.stopPropagation()
    flow.submit()
  }

  return (
    <FormToolsContext.Provider value={tools}>
      <form
        className="vr-form"
        part="form"
        // Before our script is there, and without it, the BFF's page takes what was typed: never the partner's page.
        method="post"
        action={page}
        noValidate
        autoComplete="on"
        onSubmit={submit}
        onInput={onStart}
      >
        {Object.entries(plain?.fields ?? {}).map(([name, value]) => (
          <input key={name} type="hidden" name={name} defaultValue={value} autoComplete="off" />
        ))}
        {problems.length > 0 && (
          <ErrorSummary
            problems={problems}
            words={words}
            instanceId={instanceId}
            // A page has one `h1`: the form's own heading.
            headingLevel={headingLevel === 1 ? 2 : headingLevel}
          />
        )}
        <Heading level={headingLevel} takesFocus>
          {words.form.heading}
        </Heading>
        {!isServed && (
          <noscript>
            <a href={page}>{words.form.heading}</a>
          </noscript>
        )}
        <p className="vr-lead">{words.form.lead}</p>
        {ready?.features.sandbox === true && <p className="vr-notice">{words.form.sandbox}</p>}
        <p className="vr-hint">{words.form.requiredNote}</p>
        <PlaceFields />
        <FactsSlot {...aboutFacts} />
        <NameFields />
        <AgeSlot {...aboutFacts} />
        <AddressFields />
        <ContactFields />
        <Consent
          settings={settings}
          subscriberOptIn={props.subscriberOptIn ?? true}
          extra={props.consentExtra}
          headingLevel={levelBelow(headingLevel)}
          onReload={widget.reload}
        />
        <div className="vr-actions-submit">
          <button
            type="submit"
            className="vr-button vr-button-primary"
            part="button button-primary"
            // In a sandboxed frame without `allow-forms` a form never submits; its button is pressed all the same, by Enter
            // too. A press that is taken here submits nothing, so nothing is sent twice.
            onClick={(event) => {
              event.preventDefault()
              flow.submit()
            }}
          >
            <span lang={consent?.open.lang}>{consent?.open.texts.continue ?? words.form.submit}</span>
            {consent?.folded !== undefined && <span lang={consent.folded.lang}>({consent.folded.texts.continue})</span>}
          </button>
        </div>
      </form>
    </FormToolsContext.Provider>
  )
}

// Rendered anew only when their own form changes.

const PlaceFields = memo(function PlaceFields() {
  return (
    <div className="vr-row vr-row-place">
      <StateField />
      <ZipcodeField />
    </div>
  )
})

const NameFields = memo(function NameFields() {
  const { words } = useFormTools()
  const [one, two, three] = nameOrder(words).map((name) => (
    <TextField key={name} name={name} optional={name === 'middleName'} />
  ))
  return (
    <>
      <div className="vr-row vr-row-name">
        <TitleField />
        {one}
        {two}
      </div>
      <div className="vr-row vr-row-last">
        {three}
        <TextField name="suffix" optional />
      </div>
      <DateOfBirthField />
    </>
  )
})

const AddressFields = memo(function AddressFields() {
  const { words } = useFormTools()
  return (
    <>
      <TextField name="address1" hint={words.hints.address1} />
      <div className="vr-row vr-row-2">
        <TextField name="address2" optional />
        <TextField name="city" />
      </div>
    </>
  )
})

const ContactFields = memo(function ContactFields() {
  return (
    <div className="vr-row vr-row-2">
      <TextField name="email" />
      <PhoneField />
    </div>
  )
})
