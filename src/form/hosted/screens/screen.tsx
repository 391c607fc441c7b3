/** A screen after a form post, for browsers without scripts: it looks like the widget's own. */
import type { ReactNode } from 'react'
import { partnerPath } from '../../../contract/routes.ts'
import type { FormValues } from '../../widget/form/fields.ts'
import { type PageQuery, writePageQuery } from '../page-query.ts'
import { type Act, hidden, valueFields } from '../parse-form-body.ts'

/** The props of every such screen. */
export interface ScreenProps {
  visitor: PageQuery
  /** The posted values: every button posts them again. */
  values: FormValues
  /** The key of the next post. */
  formKey: string
  /** Identifies an attempt with unknown outcome (`doubtOf`): the next attempt queries it first. */
  before?: string | undefined
  /** The version of the wording that the voter agreed to. */
  wording: string
  officialUrl: string | undefined
  /** Whether no one is really registered. */
  isPractice: boolean
}

/** The screen: one form, so that each of its buttons posts all values. No value is in an address. */
export function Screen(props: ScreenProps & { step: string; className?: string; children: ReactNode }) {
  const { visitor, values, formKey, before, wording, step, className, children, isPractice } = props
  const { words, theme } = visitor
  const fields = [
    ...valueFields(values),
    // It was confirmed before the form was sent.
    [hidden.year, values.birthYear],
    [hidden.key, formKey],
    ...(before === undefined ? [] : [[hidden.before, before] as const]),
    [hidden.wording, wording],
    [hidden.visitor, writePageQuery(visitor).toString()],
  ] as const
  return (
    <div
      className="vr-root"
      lang={words.language}
      dir={words.direction}
      data-step={step}
      data-theme={theme}
      data-density="comfortable"
    >
      <form
        method="post"
        action={partnerPath('form', visitor.partner)}
        className={className === undefined ? 'vr-screen' : `vr-screen ${className}`}
      >
        {fields.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} autoComplete="off" />
        ))}
        {children}
        {isPractice && step !== 'answer' && <p className="vr-notice">{words.form.sandbox}</p>}
      </form>
    </div>
  )
}

/** A button that posts the screen's form. */
export function ActButton({ act, kind, text }: { act: Act; kind: 'primary' | 'secondary' | 'plain'; text: string }) {
  return (
    <button type="submit" name={hidden.act} value={act} className={`vr-button vr-button-${kind}`}>
      <span>{text}</span>
    </button>
  )
}

/** An action that the voter has to request and then confirm. Closing it again means "no". */
export function Confirm(props: { ask: string; heading: string; meaning: string; yes: string }) {
  return (
    <details className="vr-print-hidden">
      <summary className="vr-button vr-button-secondary">{props.ask}</summary>
      <div className="vr-confirm">
        <p>
          <strong>{props.heading}</strong>
        </p>
        <p>{props.meaning}</p>
        <ActButton act="send" kind="primary" text={props.yes} />
      </div>
    </details>
  )
}
