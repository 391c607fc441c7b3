/** Consent text and checkboxes (R-A10 to R-A22). Nothing is sent before they were shown (R-A12, R-A13). */
import { type ReactNode, useEffect, useRef } from 'react'
import { type Settings, type Wording, WordingTranslation } from '../../../contract/bff-api.ts'
import {
  type ConsentPiece,
  getConsentParagraphs,
  renderConsent,
  renderConsentLink,
} from '../../../contract/consent-template.ts'
import { useFormContext } from '../form-context.ts'
import { getFieldId, useFieldContext } from '../inputs/form-tools.ts'
import { CheckboxField } from '../inputs/labelled-field.tsx'
import type { FormMessages } from '../messages/catalog.ts'
import { Button, Heading } from '../screens/ui.tsx'
import type { SettingsState } from '../use-root.ts'
import type { EmbedType } from '../voter-registration-props.ts'

/** Falls back to English (R-A22). */
export function getWording(settings: Settings, language: string): Wording {
  return settings.wording[language] ?? settings.wording.en
}

/** The consent block on the screen, to which the voter agrees. */
export interface ShownWording {
  version: string
  /** Whether the opt-in to the partner's text messages is shown (R-A48). */
  offersSubscriber: boolean
  /** The value of the `Consent-Shown` header; `undefined` for a BFF without it. */
  consentShown: string | undefined
}

export function getShownWording(
  settings: SettingsState,
  t: FormMessages,
  { subscriberOptIn, embedType = 'react' }: { subscriberOptIn: boolean; embedType?: EmbedType | undefined },
): ShownWording | undefined {
  if (settings.type !== 'ready') return undefined
  const { language } = t
  const { approved, translation } = getConsentTexts(settings.settings, t)
  const { version, template, subscriber } = approved
  const offersSubscriber = subscriberOptIn && settings.settings.features.subscriber_opt_in && subscriber !== undefined
  const consentShown = new URLSearchParams({
    language,
    embed: embedType,
    path: globalThis.location?.pathname ?? '',
    ...(offersSubscriber && { subscriber: '1' }),
    ...(translation && { translation: `${translation.version}` }),
  })
  return { version, offersSubscriber, consentShown: template && `${consentShown}` }
}

/** Has no checkbox until the wording is loaded. */
export function Consent(props: {
  settings: SettingsState
  /** Whether the opt-in to the partner's text messages may be shown (R-A48). */
  subscriberOptIn: boolean
  extra?: ReactNode
  /** URL of the hosted page, for a form that cannot be sent. */
  page: string
  onReload: () => void
}) {
  const { settings, subscriberOptIn, extra, page, onReload } = props
  const { t, instanceId } = useFormContext()
  const { form } = useFieldContext()
  const headingId = getFieldId(instanceId, 'consent', 'note')
  const hasFailed = settings.type === 'failed'
  useEffect(() => {
    const { error } = form.getFieldState('agree')
    if (!hasFailed && error?.message === 'wordingNotShown') form.clearErrors('agree')
  }, [form, hasFailed])
  return (
    // With a fieldset, screen readers would repeat its legend at both checkboxes.
    // biome-ignore lint/a11y/useSemanticElements: see above.
    <div
      id={getFieldId(instanceId, 'consent')}
      className="vr-consent"
      part="consent"
      role="group"
      tabIndex={-1}
      aria-labelledby={headingId}
      aria-busy={settings.type === 'loading' || undefined}
    >
      <Heading id={headingId} className="vr-consent-heading">
        {t.consent.heading}
      </Heading>
      {settings.type === 'loading' && <p>{t.consent.loading}</p>}
      {hasFailed && (
        <div className="vr-notice">
          <p>
            {t.consent.failed} <HostedLink page={page} />
          </p>
          <Button kind="secondary" action={onReload}>
            {t.consent.retry}
          </Button>
        </div>
      )}
      {settings.type === 'ready' && <Agreement settings={settings.settings} subscriberOptIn={subscriberOptIn} />}
      {extra}
    </div>
  )
}

/** Returns the approved wording and its translation. `lang` is set if the form is in another language. */
export function getConsentTexts(settings: Settings, t: FormMessages) {
  const approved = getWording(settings, t.language)
  const lang = approved.language === t.language ? undefined : approved.language
  return { approved, translation: findTranslation(approved, t), lang }
}

/** A translation is informational: voters agree to the approved wording. Only shown with the exact wording that it translates. */
function findTranslation(wording: Wording, { language, catalog }: FormMessages): WordingTranslation | undefined {
  if (wording.language === language || catalog?.wording === undefined) return undefined
  const translation = WordingTranslation.safeParse(catalog.wording).data
  return translation?.templates.includes(wording.template ?? wording.version) === true ? translation : undefined
}

function Agreement({ settings, subscriberOptIn }: { settings: Settings; subscriberOptIn: boolean }) {
  const { t } = useFormContext()
  const shownBlock = getShownWording({ type: 'ready', settings }, t, { subscriberOptIn })
  const { approved, translation, lang } = getConsentTexts(settings, t)
  useConsentReset(approved.version)
  const { operator, partner } = settings
  const renderText = (template: string | undefined, wording: Wording | WordingTranslation) =>
    template !== undefined && <ConsentText pieces={renderConsent(template, { wording, operator, partner })} />
  const renderHint = (template: string | undefined) =>
    translation && template !== undefined ? <span>{renderText(template, translation)}</span> : undefined
  const renderParagraphs = (wording: Wording | WordingTranslation) =>
    getConsentParagraphs(wording).map((template) => <p key={template}>{renderText(template, wording)}</p>)
  return (
    <>
      <div lang={lang}>{renderParagraphs(approved)}</div>
      {translation !== undefined && (
        <details className="vr-translation">
          <summary>{translation.heading}</summary>
          <p>{translation.note}</p>
          <div>{renderParagraphs(translation)}</div>
        </details>
      )}
      {partner.privacy_url !== undefined && (
        <p>
          <ConsentText
            pieces={[renderConsentLink(t.consent.partnerPrivacy({ partner: partner.name }), partner.privacy_url)]}
          />
        </p>
      )}
      <CheckboxField name="agree" required lang={lang} hint={renderHint(translation?.agree)}>
        {renderText(approved.agree, approved)}
      </CheckboxField>
      {shownBlock?.offersSubscriber === true && (
        <CheckboxField name="subscriber" lang={lang} hint={renderHint(translation?.subscriber)}>
          {renderText(approved.subscriber, approved)}
        </CheckboxField>
      )}
    </>
  )
}

/** Clears the checkboxes when the wording changes, for example with the language: nobody has agreed to it. */
function useConsentReset(version: string): void {
  const { t, announce } = useFormContext()
  const { form } = useFieldContext()
  const lastVersion = useRef(version)
  useEffect(() => {
    if (lastVersion.current === version) return
    lastVersion.current = version
    if (form.getValues('agree')) announce(t.consent.changed)
    form.setValue('agree', false)
    form.setValue('subscriber', false)
  }, [version, form, t, announce])
}

/** Each piece is an element, for translation software. Links open a new tab, so that no input is lost. */
function ConsentText({ pieces }: { pieces: ConsentPiece[] }) {
  const { t } = useFormContext()
  return (
    <span>
      {pieces.map((piece, index) =>
        typeof piece === 'string' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces never change their order.
          <span key={index}>{piece}</span>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: see above.
          <a key={index} href={piece.href} target="_blank" rel="noopener noreferrer">
            <span>{piece.text}</span>
            <span className="vr-visually-hidden" lang={t.language}>
              {' '}
              {t.form.newTab}
            </span>
          </a>
        ),
      )}
    </span>
  )
}

/** Links to the hosted page, which works without a request from this page. Omitted in kiosk mode, which that page does not have. */
export function HostedLink({ page }: { page: string }) {
  const { t, isKiosk } = useFormContext()
  const { isServerRendered } = useFieldContext()
  return isServerRendered || isKiosk ? null : (
    <a href={page} target="_blank" rel="noopener">
      <span>{t.form.heading}</span> <span>{t.form.newTab}</span>
    </a>
  )
}
