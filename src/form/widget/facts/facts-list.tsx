/** Facts as a list of labels and values. */
import { type ReactNode, useId } from 'react'
import type { StateFact, StateFacts } from '../../../contract/civic-data/state-facts.ts'
import { readDateTime, readDay } from '../../../contract/dates.ts'
import { safeLink } from '../../../contract/text.ts'
import { dayOf } from '../form/birth-date.ts'
import type { FactsLook } from '../messages/facts-messages.ts'
import { serviceLanguage } from '../screens/service-text.ts'
import { Heading, Subsection } from '../screens/ui.tsx'
import { linkSafety } from '../tracking/follow.ts'
import { translateRule } from './common-values.ts'
import { formatDeadline } from './deadline-dates.ts'
import { type DayWords, formatDay } from './format-day.ts'

export function FactsSection(props: { heading: string; id?: string; part?: string; children: ReactNode }) {
  const { heading, part, children } = props
  const ownId = useId()
  const { id = ownId } = props
  return (
    <section className="vr-facts" part={part} aria-labelledby={id}>
      <Heading id={id} className="vr-facts-heading" isTarget={props.id !== undefined}>
        {heading}
      </Heading>
      <Subsection>{children}</Subsection>
    </section>
  )
}

/** A value MUST be shown with its footnotes, which contain its exceptions (R-C20); a region's own value MUST be marked. */
export function FactsList(props: { facts: readonly StateFact[]; region?: string | undefined; look: FactsLook }) {
  const { facts, region, look } = props
  if (facts.length === 0) return null
  return (
    <dl className="vr-facts-list">
      {facts.map((fact) => (
        <div key={fact.slug} className="vr-fact" data-fact={fact.slug}>
          <dt className="vr-fact-label">
            {own(look.words.labels, fact.slug) ?? <span lang={serviceLanguage(look.language)}>{fact.description}</span>}
          </dt>
          <dd className="vr-fact-said">
            {fact.regional === true && region !== undefined && (
              <p className="vr-fact-region">{look.words.regional({ region })}</p>
            )}
            <FactSaid fact={fact} look={look} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

export function FactSaid({ fact, look }: { fact: StateFact; look: FactsLook }) {
  const { footnotes, value } = fact
  const dated = value.is === 'date' ? undefined : look.dateOf?.(fact)
  return (
    <>
      <FactValue fact={fact} look={look} />
      {dated && <p className="vr-hint">{formatDeadline(dated, look)}</p>}
      {footnotes !== undefined && footnotes.trim() !== '' && (
        <div className="vr-fact-note">
          <span className="vr-fact-note-mark">{look.words.note}</span>{' '}
          <look.ServiceText text={footnotes} newTab={look.words.newTab} />
        </div>
      )}
    </>
  )
}

function FactValue({ fact: { slug, value, regional }, look }: { fact: StateFact; look: FactsLook }): ReactNode {
  const { words, language } = look
  const english = serviceLanguage(language)
  switch (value.is) {
    case 'none':
      return regional === true ? <p>{words.none}</p> : null
    case 'boolean':
      return <p>{value.value ? words.yes : words.no}</p>
    case 'options':
      return (
        <ul>
          {value.options.map((option) => (
            <li key={option}>
              {own(words.options, option) ?? <span lang={english}>{option.replaceAll('_', ' ')}</span>}
            </li>
          ))}
        </ul>
      )
    case 'date': {
      const day = readDay(value.date)
      return <p>{day === undefined ? value.date : formatDay(day, look)}</p>
    }
    case 'link':
      return (
        <p>
          <FactLink slug={slug} url={value.url} look={look} />
        </p>
      )
    case 'markdown': {
      const rule = translateRule(slug, value.markdown, look)
      return rule === undefined ? <look.ServiceText text={value.markdown} newTab={words.newTab} /> : <p>{rule}</p>
    }
    case 'text':
      return <p lang={english}>{value.text}</p>
    default:
      return value satisfies never
  }
}

export function FactLink({ slug, url, look }: { slug: string; url: string; look: FactsLook }) {
  const { words } = look
  const href = safeLink(url)
  if (href === undefined) return <>{url}</>
  const { host } = new URL(href)
  const label = own(words.links, slug)
  return (
    <a href={href} target="_blank" {...linkSafety}>
      {label === undefined ? host : `${label} ${words.host({ host })}`}{' '}
      <span className="vr-print-hidden">{words.newTab}</span>
    </a>
  )
}

function own(texts: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(texts, key) ? texts[key] : undefined
}

/** The lines below the facts. MUST show the date of the facts, and that they are not legal advice. */
export function FactsDates(props: { facts: StateFacts; sandbox: boolean; look: FactsLook }) {
  const { facts, sandbox, look } = props
  const { words } = look
  const date = formatDateTime(facts.as_of, look)
  return (
    <div className="vr-facts-dates">
      <p>
        {date !== undefined && `${words.asOf({ date })} `}
        {facts.stale && <strong>{words.stale}</strong>}
      </p>
      {sandbox && <p>{words.sample}</p>}
      <p>{words.disclaimer}</p>
    </div>
  )
}

/** Formats the day of a datetime in the voter's time zone; `undefined` for an invalid one. */
export function formatDateTime(value: string, words: DayWords): string | undefined {
  const read = readDateTime(value)
  return read === undefined ? undefined : formatDay(dayOf(read), words)
}
