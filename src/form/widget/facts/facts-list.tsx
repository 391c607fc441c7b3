/** Renders facts as a list of labels and values. */
import { type ReactNode, useId } from 'react'
import type { StateFact, StateFacts } from '../../../contract/civic-data/state-facts.ts'
import { parseDateTime, parseDay } from '../../../contract/dates.ts'
import { safeLink } from '../../../contract/text.ts'
import { toCalendarDay } from '../form/birth-date.ts'
import type { FactsContext } from '../messages/facts-messages.ts'
import { getServiceLanguage } from '../screens/service-text.ts'
import { Heading, Subsection } from '../screens/ui.tsx'
import { linkSafety } from '../tracking/follow.ts'
import { translateRule } from './common-values.ts'
import { formatDeadline } from './deadline-dates.ts'
import { type DateLocale, formatDay } from './format-day.ts'

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

/** MUST show a value's footnotes, which contain its exceptions (R-C20), and MUST mark regional values. */
export function FactsList(props: { facts: readonly StateFact[]; region?: string | undefined; context: FactsContext }) {
  const { facts, region, context } = props
  if (facts.length === 0) return null
  return (
    <dl className="vr-facts-list">
      {facts.map((fact) => (
        <div key={fact.slug} className="vr-fact" data-fact={fact.slug}>
          <dt className="vr-fact-label">
            {lookUpText(context.t.labels, fact.slug) ?? (
              <span lang={getServiceLanguage(context.language)}>{fact.description}</span>
            )}
          </dt>
          <dd className="vr-fact-said">
            {fact.regional === true && region !== undefined && (
              <p className="vr-fact-region">{context.t.regional({ region })}</p>
            )}
            <FactContent fact={fact} context={context} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

export function FactContent({ fact, context }: { fact: StateFact; context: FactsContext }) {
  const { footnotes, value } = fact
  const deadline = value.is === 'date' ? undefined : context.getDeadline?.(fact)
  return (
    <>
      <FactValue fact={fact} context={context} />
      {deadline && <p className="vr-hint">{formatDeadline(deadline, context)}</p>}
      {footnotes !== undefined && footnotes.trim() !== '' && (
        <div className="vr-fact-note">
          <span className="vr-fact-note-mark">{context.t.note}</span>{' '}
          <context.ServiceText text={footnotes} newTab={context.t.newTab} />
        </div>
      )}
    </>
  )
}

function FactValue({
  fact: { slug, value, regional },
  context,
}: {
  fact: StateFact
  context: FactsContext
}): ReactNode {
  const { t, language } = context
  const english = getServiceLanguage(language)
  switch (value.is) {
    case 'none':
      return regional === true ? <p>{t.none}</p> : null
    case 'boolean':
      return <p>{value.value ? t.yes : t.no}</p>
    case 'options':
      return (
        <ul>
          {value.options.map((option) => (
            <li key={option}>
              {lookUpText(t.options, option) ?? <span lang={english}>{option.replaceAll('_', ' ')}</span>}
            </li>
          ))}
        </ul>
      )
    case 'date': {
      const day = parseDay(value.date)
      return <p>{day === undefined ? value.date : formatDay(day, context)}</p>
    }
    case 'link':
      return (
        <p>
          <FactLink slug={slug} url={value.url} context={context} />
        </p>
      )
    case 'markdown': {
      const rule = translateRule(slug, value.markdown, context)
      return rule === undefined ? <context.ServiceText text={value.markdown} newTab={t.newTab} /> : <p>{rule}</p>
    }
    case 'text':
      return <p lang={english}>{value.text}</p>
    default:
      return value satisfies never
  }
}

export function FactLink({ slug, url, context }: { slug: string; url: string; context: FactsContext }) {
  const { t } = context
  const href = safeLink(url)
  if (href === undefined) return <>{url}</>
  const { host } = new URL(href)
  const label = lookUpText(t.links, slug)
  return (
    <a href={href} target="_blank" {...linkSafety}>
      {label === undefined ? host : `${label} ${t.host({ host })}`} <span className="vr-print-hidden">{t.newTab}</span>
    </a>
  )
}

function lookUpText(texts: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(texts, key) ? texts[key] : undefined
}

/** MUST show the date of the facts, and that they are not legal advice. */
export function FactsDates(props: { facts: StateFacts; sandbox: boolean; context: FactsContext }) {
  const { facts, sandbox, context } = props
  const { t } = context
  const date = formatDateTime(facts.as_of, context)
  return (
    <div className="vr-facts-dates">
      <p>
        {date !== undefined && `${t.asOf({ date })} `}
        {facts.stale && <strong>{t.stale}</strong>}
      </p>
      {sandbox && <p>{t.sample}</p>}
      <p>{t.disclaimer}</p>
    </div>
  )
}

/** Formats the day of a datetime in the voter's time zone; `undefined` for an invalid one. */
export function formatDateTime(value: string, locale: DateLocale): string | undefined {
  const time = parseDateTime(value)
  return time === undefined ? undefined : formatDay(toCalendarDay(time), locale)
}
