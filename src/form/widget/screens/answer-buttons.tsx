/** The answer's buttons: up to two links styled as buttons, in the service's order. */
import { type MouseEvent, useEffect, useId, useRef } from 'react'
import type { EncryptedAnswer, EncryptedButton } from '../../../contract/bff-api.ts'
import { buttonLink } from '../../../contract/text.ts'
import { getRootScope } from '../focus.ts'
import { useFormContext } from '../form-context.ts'
import type { FormMessages } from '../messages/catalog.ts'
import type { LinkTarget } from '../options.ts'
import { doubleClickMs, followLink, linkSafety, openLink, opensInNewTab } from '../tracking/follow.ts'
import { type LoadSites, SiteNotice, useSiteChange, useSites } from '../uptime/site-notice.tsx'
import { ExpiredLink } from './confirm.tsx'
import { type ClockTimes, type Remaining, useRemaining } from './expiry.ts'
import { getServiceLanguage } from './service-text.ts'
import { Button, type ButtonAction, OfficialLink, type PostAction } from './ui.tsx'

/** A click on an answer button. `preventDefault()` leaves the navigation to the page; the click is reported anyway. */
export interface ButtonClick {
  button: EncryptedButton
  destinationHost: string
  /** An expired link is not followed, and the click is not reported. */
  expired: boolean
  preventDefault: () => void
}

export interface ClickHandling {
  /** Navigates; by default like a click on a link. */
  navigate?: (url: string, target: LinkTarget) => void
  onClick: (click: ButtonClick) => void
  /** Starts the request immediately, so that it outlives this page. */
  reportClick: (clickToken: string) => Promise<{ ok: boolean }>
  onTracked: (detail: { ok: boolean }) => void
}

export interface AnswerButtonsProps {
  answer: EncryptedAnswer
  /** Arrival of the answer, by both clocks. */
  received: ClockTimes
  linkTarget: LinkTarget
  /** Without scripts, returns the field with which a button posts the form to the BFF, which reports the click. */
  clickHandling: ClickHandling | ((button: EncryptedButton) => PostAction)
  /** Requests the status of the state's sites. Must be stable. */
  loadSites?: LoadSites | undefined
  englishId: string | undefined
  timeZone?: 'UTC' | undefined
  /** Sends once more, for a new link, after the voter has confirmed it; `undefined` where nothing typed is left to send. */
  onRequestNewLink: ButtonAction | undefined
}

/** Each MUST show its target host, MUST be a real link while it is valid, and MUST NOT be one if it has expired or is unsafe. If
 *  a state's site is down, its link stays, and the other button MUST be primary too. */
export function AnswerButtons(props: AnswerButtonsProps) {
  const { buttons } = props.answer
  const monitoredButton = buttons.find(({ site }) => site !== undefined)
  if (monitoredButton !== undefined) return <MonitoredButtons {...props} monitoredButton={monitoredButton} />
  return buttons.length > 0 && <ButtonList {...props} />
}

/** Buttons with a notice about the monitored site. The notice is below, so that it moves no button off the first screen. */
function MonitoredButtons(props: AnswerButtonsProps & { monitoredButton: EncryptedButton }) {
  const { t, announce } = useFormContext()
  const { answer, loadSites, monitoredButton, timeZone } = props
  const id = useId()
  const sites = useSites(loadSites)
  const siteChange = useSiteChange(
    sites === undefined ? monitoredButton.site : sites.find((site) => site.id === monitoredButton.site?.id),
  )
  // The BFF has already validated this URL.
  const { host } = new URL(monitoredButton.url)
  const announcement = siteChange && t.site[siteChange.is]({ host })
  // If the screen appears at the same time, its announcement, which includes this text (`data-said`), replaces this one.
  useEffect(() => {
    announce(announcement ?? '')
  }, [announcement, announce])
  return (
    <>
      <ButtonList {...props} downButton={siteChange?.is === 'down' ? monitoredButton : undefined} noticeId={id} />
      <SiteNotice id={id} siteChange={siteChange} host={host} byMail={answer.buttons.length > 1} timeZone={timeZone} />
    </>
  )
}

function ButtonList(props: AnswerButtonsProps & { downButton?: EncryptedButton | undefined; noticeId?: string }) {
  const { answer, downButton, noticeId } = props
  return (
    <ul className="vr-actions">
      {answer.buttons.map((button, index) => (
        // An answer's buttons never change: index and reference identify one.
        <li className="vr-action" key={`${answer.reference} ${String(index)}`}>
          <AnswerButton
            {...props}
            button={button}
            isPrimary={button.primary || downButton !== undefined}
            noticeId={downButton === button ? noticeId : undefined}
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
  const { button, isPrimary, noticeId, englishId, received, linkTarget, clickHandling } = props
  const link = useRef<HTMLAnchorElement>(null)
  const hadFocus = useRef(false)
  const { remaining, check } = useRemaining(button, received, () => {
    const { current: node } = link
    hadFocus.current = node !== null && getRootScope(node).activeElement === node
  })
  const id = useId()
  const handleClick = useClickHandler(props, check)
  const href = buttonLink(button.url)
  if (href === undefined) return <UnsafeLink {...props} />
  const { host } = new URL(href)
  // The service and the states write English.
  const lang = getServiceLanguage(t.language)
  const gloss = lang && translateLabel(button.message_text, t.answer)
  return (
    <>
      {remaining.type === 'expired' ? (
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
              remaining.type === 'working' && `${id}expiry`,
            ]
              .filter(Boolean)
              .join(' ')}
            action={
              typeof clickHandling === 'function'
                ? { ...clickHandling(button), formTarget: linkTarget }
                : {
                    ref: link,
                    href,
                    target: linkTarget,
                    ...linkSafety,
                    onClick: (event) => handleClick(event, href, clickHandling),
                    // A middle click fires `auxclick` instead of `click`.
                    onAuxClick(event) {
                      if (event.button === 1) handleClick(event, href, clickHandling)
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
            {remaining.type === 'working' && (
              <span className="vr-expiry vr-print-hidden" id={`${id}expiry`}>
                {formatRemaining(remaining, t.answer)}
              </span>
            )}
          </p>
        </>
      )}
      <span role="status" className="vr-visually-hidden">
        {getAnnouncement(remaining, button.message_text, t.answer)}
      </span>
    </>
  )
}

function translateLabel(label: string, { gloss }: FormMessages['answer']): string | undefined {
  const method = /^register (online|by mail|in person)$/i.exec(label.trim())?.[1]?.toLowerCase()
  return method === 'online' ? gloss.online : method === 'by mail' ? gloss.mail : method && gloss.inPerson
}

/** Handles a click on a valid link: notifies the page, reports, navigates. Ignores the second click of a double click. */
function useClickHandler({ button, linkTarget }: AnswerButtonProps, check: () => Remaining) {
  const { monotonicClock } = useFormContext()
  const lastClickAt = useRef(Number.NEGATIVE_INFINITY)
  return (event: MouseEvent<HTMLAnchorElement>, href: string, handling: ClickHandling) => {
    const { navigate = openLink, onClick, onTracked, reportClick } = handling
    const clickedAt = monotonicClock.now()
    if (clickedAt - lastClickAt.current < doubleClickMs) {
      event.preventDefault()
      return
    }
    lastClickAt.current = clickedAt
    const expired = check().type === 'expired'
    if (expired) event.preventDefault()
    const destinationHost = new URL(href).host
    onClick({ button, destinationHost, expired, preventDefault: () => event.preventDefault() })
    // Without a token there is nothing to report (R-A08): the browser follows the link.
    if (expired || button.click_token === undefined) return
    const browserLeaves = event.defaultPrevented || linkTarget === '_blank' || opensInNewTab(event)
    if (!browserLeaves) event.preventDefault()
    void followLink(button.click_token, {
      reportClick,
      onTracked,
      navigate: browserLeaves ? undefined : () => navigate(href, linkTarget),
    })
  }
}

/** A button with an unsafe URL: shows its label, and an alternative. */
function UnsafeLink({ button }: AnswerButtonProps) {
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

const maxMinutesShown = 120

function formatRemaining(remaining: Remaining, t: FormMessages['answer']): string {
  if (remaining.type !== 'working') return ''
  if (remaining.minutes === 0) return t.worksBriefly
  if (remaining.minutes < maxMinutesShown) return t.worksMinutes({ minutes: remaining.minutes })
  return t.worksHours({ hours: Math.floor(remaining.minutes / 60) })
}

/** Remaining minutes at which screen readers announce the expiry. */
const announcedMinutes: readonly number[] = [10, 5, 2, 1, 0]

function getAnnouncement(remaining: Remaining, label: string, t: FormMessages['answer']): string {
  if (remaining.type === 'expired') return t.expired({ label })
  return remaining.type === 'working' && announcedMinutes.includes(remaining.minutes)
    ? formatRemaining(remaining, t)
    : ''
}
