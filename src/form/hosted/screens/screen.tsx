/** The form around a screen of the widget, for browsers without scripts: each button of the screen posts it. */
import type { ReactNode } from 'react'
import { partnerPath } from '../../../contract/routes.ts'
import type { FormValues } from '../../widget/form/fields.ts'
import type { Posted } from '../../widget/screens/button.tsx'
import { rootAttributes } from '../../widget/use-root.ts'
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
  /** The ticket of a form that has to wait. */
  ticket?: string | undefined
  /** The version of the wording that the voter agreed to. */
  wording: string
  officialUrl: string | undefined
  /** Whether no one is really registered. */
  isPractice: boolean
}

/** The screen in a form, so that each of its buttons posts all values. No value is in an address. */
export function Screen(props: ScreenProps & { step: string; children: ReactNode }) {
  const { visitor, values, formKey, before, ticket, wording, step, children, isPractice } = props
  const { words, theme } = visitor
  const fields = [
    ...valueFields(values),
    // It was confirmed before the form was sent.
    [hidden.year, values.birthYear],
    [hidden.key, formKey],
    ...(before === undefined ? [] : [[hidden.before, before] as const]),
    ...(ticket === undefined ? [] : [[hidden.ticket, ticket] as const]),
    [hidden.wording, wording],
    [hidden.visitor, writePageQuery(visitor).toString()],
  ] as const
  return (
    <div {...rootAttributes({ appearance: { theme } }, words)} data-step={step}>
      <form method="post" action={partnerPath('form', visitor.partner)}>
        {fields.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} autoComplete="off" />
        ))}
        {children}
      </form>
      {isPractice && step !== 'answer' && <p className="vr-notice vr-practice">{words.form.sandbox}</p>}
    </div>
  )
}

/** The press of a button that posts the screen's form. */
export function post(act: Act): Posted {
  return { type: 'submit', name: hidden.act, value: act }
}
