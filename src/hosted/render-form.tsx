/** Renders the form as HTML. */
import { renderToString } from 'react-dom/server'
import { LazyPartsContext } from '../widget/lazy-parts.ts'
import { importedParts } from '../widget/react/imported-parts.ts'
import { VoterRegistration } from '../widget/voter-registration.tsx'
import { escaped } from './html-shell.ts'
import type { FormProps } from './page-data.ts'
import { hidden } from './parse-form-body.ts'

/** Placeholders in a kept form for what each page has of its own: words that occur nowhere in it. */
const stands = { instanceId: 'vrstandsforid', key: 'standsforkey', visitor: 'standsforvisitor' } as const

/**
 * Makes a renderer. A form that nobody has filled in is rendered once for each language and look, and then kept, at most
 * some dozen of them: rendering takes some milliseconds, and anybody can ask for the page.
 */
export function createFormRenderer(): (form: FormProps) => string {
  const kept = new Map<string, string>()
  return (form) => {
    const { plain, prefill = {}, instanceId = '', locale, appearance, linkTarget } = form
    const isBlank = plain?.values === undefined && Object.keys(prefill).length === 0
    if (plain === undefined || !isBlank) return render(form)
    const name = `${locale} ${appearance?.theme} ${linkTarget}`
    const html = kept.get(name) ?? render({ ...form, instanceId: stands.instanceId, plain: standIn(plain) })
    kept.set(name, html)
    return html
      .replaceAll(stands.instanceId, instanceId)
      .replace(stands.key, escaped(plain.fields[hidden.key] ?? ''))
      .replace(stands.visitor, escaped(plain.fields[hidden.visitor] ?? ''))
  }
}

function standIn(plain: NonNullable<FormProps['plain']>): NonNullable<FormProps['plain']> {
  return { ...plain, fields: { ...plain.fields, [hidden.key]: stands.key, [hidden.visitor]: stands.visitor } }
}

function render(form: FormProps): string {
  return renderToString(
    <LazyPartsContext.Provider value={importedParts}>
      <VoterRegistration {...form} apiBase="/" />
    </LazyPartsContext.Provider>,
  )
}
