/** What the voter agrees to (R-A10 to R-A22), and the boxes for it. Nothing is sent before it was shown (R-A12, R-A13). */
import { type ReactNode, useEffect, useRef } from 'react'
import type { Settings, Wording } from '../../contract/bff-api.ts'
import { WordingTranslation } from '../../contract/messages.ts'
import { CheckboxField } from '../inputs/checkbox-field.tsx'
import { idOf, useFormTools } from '../inputs/form-tools.ts'
import type { Words } from '../messages/catalogue.ts'
import type { HeadingLevel } from '../options.ts'
import { Heading } from '../screens/heading.tsx'
import type { SettingsState } from '../use-settings.ts'
import { TabLink, WordingText } from './wording-text.tsx'

/** The wording in the form's language if there is one, else the English (R-A22). */
export function wordingFor(settings: Settings, language: string): Wording {
  return settings.wording[language] ?? settings.wording.en
}

/** The eight elements as three paragraphs: what this is, e-mails, text messages. */
const paragraphs = [
  ['powered_by', 'agreement'],
  ['emails', 'unsubscribe'],
  ['texts', 'rates', 'frequency', 'stop_help'],
] as const satisfies readonly (readonly (keyof Wording['elements'])[])[]

/** The consent block; while the wording is not there it says so, and there is nothing to tick. */
export function Consent(props: {
  settings: SettingsState
  /** Whether the partner's own text messages may be offered (R-A48). */
  subscriberOptIn: boolean
  /** The page's own words: they stand below the wording, which is always there. */
  extra?: ReactNode
  headingLevel: HeadingLevel
  onReload: () => void
}) {
  const { settings, subscriberOptIn, extra, headingLevel, onReload } = props
  const { words, instanceId } = useFormTools()
  const headingId = idOf(instanceId, 'consent', 'note')
  return (
    // A fieldset would make screen readers repeat its legend at both boxes.
    // biome-ignore lint/a11y/useSemanticElements: see above.
    <div
      id={idOf(instanceId, 'consent')}
      className="vr-consent"
      part="consent"
      role="group"
      tabIndex={-1}
      aria-labelledby={headingId}
      aria-busy={settings.type === 'loading' || undefined}
    >
      <Heading level={headingLevel} id={headingId} className="vr-consent-heading">
        {words.consent.heading}
      </Heading>
      {settings.type === 'loading' && <p>{words.consent.loading}</p>}
      {settings.type === 'failed' && (
        <div className="vr-notice">
          <p>{words.consent.failed}</p>
          <button type="button" className="vr-button vr-button-secondary" part="button" onClick={onReload}>
            <span>{words.consent.retry}</span>
          </button>
        </div>
      )}
      {settings.type === 'ready' && <Agreement settings={settings.settings} subscriberOptIn={subscriberOptIn} />}
      {extra}
    </div>
  )
}

/** The wording as a translation for voters who do not read the approved one: information, never what is agreed to. Only
 *  beside the very words that it translates. */
export function translationFor(wording: Wording, { language, catalogue }: Words): WordingTranslation | undefined {
  if (wording.language === language || catalogue?.wording === undefined) return undefined
  const translation = WordingTranslation.safeParse(catalogue.wording).data
  return translation?.of.includes(wording.version) === true ? translation : undefined
}

function Agreement({ settings, subscriberOptIn }: { settings: Settings; subscriberOptIn: boolean }) {
  const { words } = useFormTools()
  const wording = wordingFor(settings, words.language)
  const translation = translationFor(wording, words)
  useFreshTick(wording.version)
  const lang = wording.language === words.language ? undefined : wording.language
  const sayIn = (texts: Wording | WordingTranslation) => (template: string) => (
    <WordingText template={template} wording={texts} settings={settings} words={words} />
  )
  const text = sayIn(wording)
  const translated = sayIn(translation ?? wording)
  const isOffered = subscriberOptIn && settings.features.subscriber_opt_in && wording.subscriber !== undefined
  return (
    <>
      {translation !== undefined && <p>{translation.note}</p>}
      <div lang={lang}>
        <Paragraphs of={wording} text={text} />
      </div>
      {translation !== undefined && (
        <div className="vr-translation">
          <p>
            <strong>{translation.heading}</strong>
          </p>
          <Paragraphs of={translation} text={translated} />
        </div>
      )}
      {settings.partner.privacy_url !== undefined && (
        <p>
          <TabLink
            href={settings.partner.privacy_url}
            text={words.consent.partnerPrivacy({ partner: settings.partner.name })}
            words={words}
          />
        </p>
      )}
      <CheckboxField name="agree" required lang={lang} hint={translation?.agree}>
        {text(wording.agree)}
      </CheckboxField>
      {isOffered && (
        <CheckboxField
          name="subscriber"
          lang={lang}
          hint={translation?.subscriber && translated(translation.subscriber)}
        >
          {text(wording.subscriber ?? '')}
        </CheckboxField>
      )}
    </>
  )
}

/** The eight elements and what the contact information is used for. */
function Paragraphs({ of, text }: { of: Wording | WordingTranslation; text: (template: string) => ReactNode }) {
  return (
    <>
      {paragraphs.map((keys) => (
        <p key={keys[0]}>
          {keys.map((key) => (
            <span key={key}>{text(of.elements[key])} </span>
          ))}
        </p>
      ))}
      <p>{text(of.purpose)}</p>
    </>
  )
}

/** Takes the ticks out when other words come on the screen, after a change of language for example: nobody has agreed
 *  to these. */
function useFreshTick(version: string): void {
  const { form, words, announce } = useFormTools()
  const shown = useRef(version)
  useEffect(() => {
    if (shown.current === version) return
    shown.current = version
    if (form.getValues('agree')) announce(words.consent.changed)
    form.setValue('agree', false)
    form.setValue('subscriber', false)
  }, [version, form, words, announce])
}
