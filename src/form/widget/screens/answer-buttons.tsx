/** The answer's buttons: up to two links styled as buttons, in the service's order. */
import { type MouseEvent, useEffect, useId, useRef } from 'react'
import type { EncryptedAnswer, EncryptedButton } from '../../../contract/bff-api.ts'
import { buttonLink } from '../../../contract/text.ts'
import { getRootScope } from '../focus.ts'
import { useFormContext } from '../form-context.ts'
import type { Words } from '../messages/catalog.ts'
import type { LinkTarget } from '../options.ts'
import { doubleClickTime, follow, leave, linkSafety, opensElsewhere } from '../tracking/follow.ts'
import { type LoadSites, SiteNotice, useSiteNews, useSites } from '../uptime/site-notice.tsx'
import { ExpiredLink } from './confirm.tsx'
import { type Moment, type Remaining, useRemaining } from './expiry.ts'
import { serviceLanguage } from './service-text.ts'
import { Button, OfficialLink, type Posted, type Press } from './ui.tsx'

/** A click on an answer button. `preventDefault()` leaves the navigation to the page; the click is reported anyway. */
export interface Pressed {
  button: EncryptedButton
  destinationHost: string
  /** An expired link is not followed, and the click is not reported. */
  expired: boolean
  preventDefault: () => void
}

export interface PressHandling {
  /** Navigates; by default like a click on a link. */
  navigate?: (url: string, target: LinkTarget) => void
  onPress: (pressed: Pressed) => void
  /** Starts the request immediately, so that it outlives this page. */
  reportPress: (press: string) => Promise<{ ok: boolean }>
  onTracked: (detail: { ok: boolean }) => void
}

export interface AnswerButtonsProps {
  answer: EncryptedAnswer
  /** Arrival of the answer, by both clocks. */
  received: Moment
  linkTarget: LinkTarget
  /** Without scripts, returns the field with which a button posts the form to the BFF, which reports the click. */
  press: PressHandling | ((button: EncryptedButton) => Posted)
  /** Requests the status of the state's sites. Must be stable. */
  askSites?: LoadSites | undefined
  englishId: string | undefined
  timeZone?: 'UTC' | undefined
  /** Sends once more, for a new link, after the voter has confirmed it; `undefined` where nothing typed is left to send. */
  onFreshLink: Press | undefined
}

/** Each MUST show its target host, MUST be a real link while it is valid, and MUST NOT be one if it has expired or is unsafe. If
 *  a state's site is down, its link stays, and the other button MUST be primary too. */
export function AnswerButtons(props: AnswerButtonsProps) {
  const { buttons } = props.answer
  const watched = buttons.find(({ site }) => site !== undefined)
  if (watched !== undefined) return <WatchedButtons {...props} watched={watched} />
  return buttons.length > 0 && <ButtonList {...props} />
}

/** Buttons with a notice about the monitored site. The notice is below, so that it moves no button off the first screen. */
function WatchedButtons(props: AnswerButtonsProps & { watched: EncryptedButton }) {
  const { t, announce } = useFormContext()
  const { answer, askSites, watched, timeZone } = props
  const id = useId()
  const sites = useSites(askSites)
  const news = useSiteNews(sites === undefined ? watched.site : sites.find((site) => site.id === watched.site?.id))
  // The BFF has already validated this URL.
  const { host } = new URL(watched.url)
  const said = news && t.site[news.is]({ host })
  // If the screen appears at the same time, its announcement, which includes this text (`data-said`), replaces this one.
  useEffect(() => {
    announce(said ?? '')
  }, [said, announce])
  return (
    <>
      <ButtonList {...props} down={news?.is === 'down' ? watched : undefined} noticeId={id} />
      <SiteNotice id={id} news={news} host={host} byMail={answer.buttons.length > 1} timeZone={timeZone} />
    </>
  )
}

function ButtonList(props: AnswerButtonsProps & { down?: EncryptedButton | undefined; noticeId?: string }) {
  const { answer, down, noticeId } = props
  return (
    <ul className="vr-actions">
      {answer.buttons.map((button, index) => (
        // An answer's buttons never change: index and reference identify one.
        <li className="vr-action" key={`${answer.reference} ${String(index)}`}>
          <AnswerButton
            {...props}
            button={button}
            isPrimary={button.primary || down !== undefined}
            noticeId={down === button ? noticeId : undefined}
          />
        </li>
      ))}
    </ul>
  )
}

interface AnswerButtonProps extends AnswerButtonsProps {
  button: EncryptedButton
  isPrimary: boolean
  noticeId: string | undefined
}

function AnswerButton(props: AnswerButtonProps) {
  const { t } = useFormContext()
  const { button, isPrimary, noticeId, englishId, received, linkTarget, press } = props
  const link = useRef<HTMLAnchorElement>(null)
  const hadFocus = useRef(false)
  const { left, check } = useRemaining(button, received, () => {
    const { current: node } = link
    hadFocus.current = node !== null && getRootScope(node).activeElement === node
  })
  const id = useId()
  const follows = usePress(props, check)
  const href = buttonLink(button.url)
  if (href === undefined) return <RefusedLink {...props} />
  const { host } = new URL(href)
  // The service and the states write English.
  const lang = serviceLanguage(t.language)
  const gloss = lang && glossOf(button.message_text, t.answer)
  return (
    <>
      {left.type === 'expired' ? (
        <ExpiredLink {...props} label={button.message_text} takesFocus={hadFocus} />
      ) : (
        <>
          <Button
            kind={isPrimary ? 'primary' : 'secondary'}
            lang={lang}
            aria-describedby={[
              noticeId,
              gloss && `${id}gloss`,
              `${id}host`,
              englishId,
              left.type === 'working' && `${id}expiry`,
            ]
              .filter(Boolean)
              .join(' ')}
            press={
              typeof press === 'function'
                ? { ...press(button), formTarget: linkTarget }
                : {
                    ref: link,
                    href,
                    target: linkTarget,
                    ...linkSafety,
                    onClick: (event) => follows(event, href, press),
                    // A middle click fires `auxclick` instead of `click`.
                    onAuxClick(event) {
                      if (event.button === 1) follows(event, href, press)
                    },
                  }
            }
          >
            {button.message_text}
          </Button>
          <p className="vr-destination">
            {gloss && (
              <>
                <strong id={`${id}gloss`}>{gloss}</strong>{' '}
              </>
            )}
            <span id={`${id}host`}>{t.answer[linkTarget === '_blank' ? 'opensInNewTab' : 'opens']({ host })}</span>{' '}
            {left.type === 'working' && (
              <span className="vr-expiry vr-print-hidden" id={`${id}expiry`}>
                {timeLeft(left, t.answer)}
              </span>
            )}
          </p>
        </>
      )}
      <span role="status" className="vr-visually-hidden">
        {announcement(left, button.message_text, t.answer)}
      </span>
    </>
  )
}

function glossOf(label: string, { gloss }: Words['answer']): string | undefined {
  const way = /^register (online|by mail|in person)$/i.exec(label.trim())?.[1]?.toLowerCase()
  return way === 'online' ? gloss.online : way === 'by mail' ? gloss.mail : way && gloss.inPerson
}

/** Handles a click on a valid link: notifies the page, reports, navigates. Ignores the second click of a double click. */
function usePress({ button, linkTarget }: AnswerButtonProps, check: () => Remaining) {
  const { monotonicClock } = useFormContext()
  const last = useRef(Number.NEGATIVE_INFINITY)
  return (event: MouseEvent<HTMLAnchorElement>, href: string, handling: PressHandling) => {
    const { navigate = leave, onPress, onTracked, reportPress } = handling
    const now = monotonicClock.now()
    if (now - last.current < doubleClickTime) {
      event.preventDefault()
      return
    }
    last.current = now
    const expired = check().type === 'expired'
    if (expired) event.preventDefault()
    const destinationHost = new URL(href).host
    onPress({ button, destinationHost, expired, preventDefault: () => event.preventDefault() })
    // Without a token there is nothing to report (R-A08): the browser follows the link.
    if (expired || button.click_token === undefined) return
    const browserLeaves = event.defaultPrevented || linkTarget === '_blank' || opensElsewhere(event)
    if (!browserLeaves) event.preventDefault()
    void follow(button.click_token, {
      reportPress,
      onTracked,
      navigate: browserLeaves ? undefined : () => navigate(href, linkTarget),
    })
  }
}

/** A button with an unsafe URL: shows its label, and an alternative. */
function RefusedLink({ button }: AnswerButtonProps) {
  const { t, officialUrl } = useFormContext()
  return (
    <div className="vr-notice vr-refused">
      <p>{t.answer.refused({ label: button.message_text })}</p>
      {officialUrl !== undefined && (
        <p>
          <OfficialLink url={officialUrl} text={t.answer.officialLink} />
        </p>
      )}
    </div>
  )
}

const minutesAreTold = 120

function timeLeft(left: Remaining, words: Words['answer']): string {
  if (left.type !== 'working') return ''
  if (left.minutes === 0) return words.worksBriefly
  if (left.minutes < minutesAreTold) return words.worksMinutes({ minutes: left.minutes })
  return words.worksHours({ hours: Math.floor(left.minutes / 60) })
}

/** Remaining minutes at which screen readers announce the expiry. */
const announcedMinutes: readonly number[] = [10, 5, 2, 1, 0]

function announcement(left: Remaining, label: string, words: Words['answer']): string {
  if (left.type === 'expired') return words.expired({ label })
  return left.type === 'working' && announcedMinutes.includes(left.minutes) ? timeLeft(left, words) : ''
}
