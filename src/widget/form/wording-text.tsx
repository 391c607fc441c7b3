/** A sentence of the consent wording, with names and links in place of its placeholders. */
import { Fragment, type ReactNode } from 'react'
import type { Settings, Wording } from '../../contract/bff-api.ts'
import { safeLink } from '../../contract/text.ts'
import type { Words } from '../messages/catalogue.ts'

/** What the placeholders of a wording stand for. */
export interface WordingTextProps {
  template: string
  /** Where the words for its links and the button are from. */
  wording: Pick<Wording, 'continue' | 'terms' | 'privacy'>
  settings: Settings
  words: Words
}

/** The sentence. Each piece stands in an element of its own, so that translation software may rewrite it. */
export function WordingText({ template, wording, settings, words }: WordingTextProps) {
  const pieces: Record<string, ReactNode> = {
    operator: settings.operator.name,
    partner: settings.partner.name,
    continue: wording.continue,
    terms: <TabLink href={settings.operator.terms_url} text={wording.terms} words={words} />,
    privacy: <TabLink href={settings.operator.privacy_url} text={wording.privacy} words={words} />,
  }
  const parts = template.split(/\{(operator|partner|continue|terms|privacy)\}/)
  return (
    <span>
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a sentence never change places.
        <Fragment key={index}>
          {index % 2 === 1 ? <span>{pieces[part]}</span> : part !== '' && <span>{part}</span>}
        </Fragment>
      ))}
    </span>
  )
}

/** A link that opens a new tab and says so, so that what was typed stays. */
export function TabLink({ href, text, words }: { href: string; text: string; words: Words }) {
  const safe = safeLink(href)
  if (safe === undefined) return <span>{text}</span>
  return (
    <a href={safe} target="_blank" rel="noopener noreferrer">
      <span>{text}</span>
      <span className="vr-visually-hidden" lang={words.language}>
        {' '}
        {words.form.newTab}
      </span>
    </a>
  )
}
