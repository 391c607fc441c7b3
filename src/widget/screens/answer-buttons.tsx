/** The ways on: none, one or two links that look like buttons, in the order in which the service sent them. */
import { type MouseEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import type { SealedButton } from '../../contract/bff-api.ts'
import { safeLink } from '../../contract/text.ts'
import { scopeOf } from '../focus.ts'
import type { AnswerWords } from '../messages/answer-messages.ts'
import type { LinkTarget } from '../options.ts'
import { createPressGate, follow, opensElsewhere } from '../tracking/follow.ts'
import { linkSafety } from '../tracking/leave.ts'
import { SiteNotice, useSiteNews, useSites } from '../uptime/site-notice.tsx'
import type { AnswerProps } from './answer.tsx'
import { ExpiredLink } from './expired-link.tsx'
import type { Clock, Moment, Remaining } from './expiry.ts'
import { OfficialLink } from './official-link.tsx'
import { useRemaining } from './use-remaining.ts'

/** What the ways on need. */
export interface AnswerButtonsProps extends AnswerProps {
  /** When the answer came, by both clocks. */
  received: Moment
  clock: Clock
  navigate: (url: string, target: LinkTarget) => void
}

/**
 * The ways on. Each MUST name the host it leads to, MUST be a real link while it works, and MUST NOT be one when its
 * time has run out or its address is not safe. Where a state's site is down, its link MUST stay as it is, and the other
 * way MUST weigh as much.
 */
export function AnswerButtons(props: AnswerButtonsProps) {
  const { answer, askSites, words, uiLanguage } = props
  const { buttons } = answer
  const id = useId()
  const watched = buttons.find(({ site }) => site !== undefined)
  const sites = useSites(watched === undefined ? undefined : askSites)
  const news = useSiteNews(sites === undefined ? watched?.site : sites.find((site) => site.id === watched?.site?.id))
  if (buttons.length === 0) return null
  const isDown = news?.is === 'down'
  return (
    <>
      {watched !== undefined && (
        <SiteNotice
          id={id}
          news={news}
          // The BFF has read this very address.
          host={new URL(watched.url).host}
          byMail={buttons.length > 1}
          words={words.site}
          language={uiLanguage}
        />
      )}
      <ul className="vr-actions">
        {buttons.map((button, place) => (
          // The same answer never changes its buttons: place and reference name one.
          <li className="vr-action" key={`${answer.reference} ${String(place)}`}>
            <WayOn
              {...props}
              button={button}
              isEqual={isDown}
              noticeId={isDown && button === watched ? id : undefined}
            />
          </li>
        ))}
      </ul>
    </>
  )
}

interface WayOnProps extends AnswerButtonsProps {
  button: SealedButton
  /** The first way is down: the other one weighs as much. */
  isEqual: boolean
  /** What says that this way is down. */
  noticeId: string | undefined
}

function WayOn(props: WayOnProps) {
  const { button, words, received, clock, onFreshLink } = props
  const { left, check } = useRemaining(button, received, clock)
  const focusLost = useRef(false)
  const [loseFocus] = useState(() => () => {
    focusLost.current = true
  })
  const [takesFocus] = useState(() => () => focusLost.current)
  const href = safeLink(button.url)
  if (href === undefined) return <RefusedLink {...props} />
  return (
    <>
      {left.type === 'expired' ? (
        <ExpiredLink
          label={button.message_text}
          words={words.answer}
          takesFocus={takesFocus}
          onFreshLink={onFreshLink}
        />
      ) : (
        <WorkingLink {...props} href={href} left={left} check={check} onFocusLost={loseFocus} />
      )}
      <span role="status" className="vr-visually-hidden">
        {announcement(left, button.message_text, words.answer)}
      </span>
    </>
  )
}

interface WorkingLinkProps extends WayOnProps {
  href: string
  left: Remaining
  check: () => Remaining
  /** The link goes away while it has the focus. */
  onFocusLost: () => void
}

function WorkingLink(props: WorkingLinkProps) {
  const { button, href, left, onFocusLost, words, uiLanguage, linkTarget, noticeId } = props
  const isPrimary = button.primary || props.isEqual
  const id = useId()
  const link = useRef<HTMLAnchorElement>(null)
  const press = usePress(props)
  const { host } = new URL(href)

  useLayoutEffect(() => {
    const node = link.current
    return () => {
      if (node !== null && scopeOf(node).activeElement === node) onFocusLost()
    }
  }, [onFocusLost])

  return (
    <>
      <a
        ref={link}
        className={`vr-button ${isPrimary ? 'vr-button-primary' : 'vr-button-secondary'}`}
        part={isPrimary ? 'button button-primary' : 'button'}
        href={href}
        target={linkTarget}
        {...linkSafety}
        lang={serviceLanguage(uiLanguage)}
        aria-describedby={[noticeId, `${id}host`, left.type === 'working' ? `${id}expiry` : ''].join(' ').trim()}
        onClick={press}
        // A middle click is no click for the browser, but a press for the voter.
        onAuxClick={(event) => {
          if (event.button === 1) press(event)
        }}
      >
        {button.message_text}
      </a>
      <span className="vr-destination" id={`${id}host`}>
        {linkTarget === '_blank' ? words.answer.opensInNewTab({ host }) : words.answer.opens({ host })}
      </span>
      {left.type === 'working' && (
        <span className="vr-expiry vr-print-hidden" id={`${id}expiry`}>
          {timeLeft(left, words.answer)}
        </span>
      )}
    </>
  )
}

/** Handles a press of a working link: tell the page, report, leave. */
function usePress(props: WorkingLinkProps): (event: MouseEvent<HTMLAnchorElement>) => void {
  const { button, href, check, clock, linkTarget, navigate, onPress, onTracked, reportPress } = props
  const [begins] = useState(() => createPressGate(() => clock.monotonic()))
  return (event) => {
    if (!begins()) {
      event.preventDefault()
      return
    }
    const expired = check().type === 'expired'
    if (expired) event.preventDefault()
    onPress({
      button,
      destinationHost: new URL(href).host,
      expired,
      preventDefault: () => {
        event.preventDefault()
      },
    })
    // Without an event there is nothing to report or to wait for (R-A08): the browser follows the link.
    if (expired || button.press === undefined) return
    const browserLeaves = event.defaultPrevented || linkTarget === '_blank' || opensElsewhere(event)
    if (!browserLeaves) event.preventDefault()
    void follow(button.press, {
      reportPress,
      onTracked,
      navigate: browserLeaves
        ? undefined
        : () => {
            navigate(href, linkTarget)
          },
    })
  }
}

/** A button whose address is no safe link: its label stays, with what else the voter can do. */
function RefusedLink({ button, words, officialUrl }: WayOnProps) {
  return (
    <div className="vr-notice vr-refused">
      <p>{words.answer.refused({ label: button.message_text })}</p>
      {officialUrl !== undefined && (
        <p>
          <OfficialLink url={officialUrl} text={words.answer.officialLink} />
        </p>
      )}
    </div>
  )
}

/** The service writes English; inside a form in another language that has to be said. */
export function serviceLanguage(uiLanguage: string): 'en' | undefined {
  return /^en\b/i.test(uiLanguage) ? undefined : 'en'
}

/** Two hours and more are given in hours. */
const minutesAreTold = 120

/** How long a link still works, in words. */
export function timeLeft(left: Remaining, words: AnswerWords): string {
  if (left.type !== 'working') return ''
  if (left.minutes === 0) return words.worksBriefly
  if (left.minutes < minutesAreTold) return words.worksMinutes({ minutes: left.minutes })
  return words.worksHours({ hours: Math.floor(left.minutes / 60) })
}

/** The minutes at which a screen reader announces it, unasked: often enough to act, rarely enough to read in peace. */
const announcedMinutes: readonly number[] = [10, 5, 2, 1, 0]

function announcement(left: Remaining, label: string, words: AnswerWords): string {
  if (left.type === 'expired') return words.expired({ label })
  return left.type === 'working' && announcedMinutes.includes(left.minutes) ? timeLeft(left, words) : ''
}
