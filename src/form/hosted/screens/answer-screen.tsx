/** The answer for browsers without scripts: the service's text, and its buttons, each of which goes through the BFF. */
import { useId } from 'react'
import type { SealedAnswer, SealedButton, Settings } from '../../../contract/bff-api.ts'
import { buttonLink } from '../../../contract/text.ts'
import { AnswerSaid } from '../../widget/screens/answer.tsx'
import { timeLeft } from '../../widget/screens/answer-buttons.tsx'
import { remaining } from '../../widget/screens/expiry.ts'
import { Heading } from '../../widget/screens/heading.tsx'
import { MessagesThatFollow } from '../../widget/screens/messages-that-follow.tsx'
import { OfficialLink } from '../../widget/screens/official-link.tsx'
import { serviceLanguage } from '../../widget/screens/service-text.ts'
import { SiteNotice } from '../../widget/uptime/site-notice.tsx'
import { writePageQuery } from '../page-query.ts'
import { hidden } from '../parse-form-body.ts'
import { ActButton, Confirm, Screen, type ScreenProps } from './screen.tsx'

/** The screen's further props. `sealedButtons` are the answer's buttons, sealed, in their order. */
export interface AnswerScreenProps extends ScreenProps {
  answer: SealedAnswer
  settings: Settings
  sealedButtons: readonly string[]
  /** Milliseconds since 1970. */
  now: number
}

/** Whether this browser may have what was typed: the address alone opens only the answer. */
const hasTyped = ({ values }: Pick<ScreenProps, 'values'>) => values.email !== ''

/** The answer screen. MUST say that the voter is not registered yet, and MUST NOT offer an expired link. */
export function AnswerScreen(props: AnswerScreenProps) {
  const { visitor, values, answer, settings, sealedButtons, officialUrl, isPractice } = props
  const { words } = visitor
  const noticeId = useId()
  const down = answer.buttons.find(({ site }) => site?.up === false)
  return (
    <Screen {...props} step="answer" className="vr-answer">
      <AnswerSaid answer={answer} words={words} headingLevel={1} sandbox={isPractice} />
      {down?.site !== undefined && (
        <SiteNotice
          id={noticeId}
          news={{ is: 'down', site: down.site }}
          // The BFF has parsed this same address.
          host={new URL(down.url).host}
          byMail={answer.buttons.length > 1}
          words={words.site}
          language={words.language}
          timeZone="UTC"
        />
      )}
      {answer.buttons.length > 0 && (
        <ul className="vr-actions">
          {answer.buttons.map((button, place) => (
            <li className="vr-action" key={sealedButtons[place]}>
              <AnswerButton
                // If a state's site is down, both buttons are primary.
                button={down === undefined ? button : { ...button, primary: true }}
                sealed={sealedButtons[place] ?? ''}
                noticeId={button === down ? noticeId : undefined}
                screen={props}
              />
            </li>
          ))}
        </ul>
      )}
      <MessagesThatFollow {...settings} given={values} words={words} />
      {/* For paper: the addresses of the buttons are the voter's own and expire. */}
      <div className="vr-sheet vr-markdown">
        <OfficialLink url={officialUrl} text={words.answer.officialLink} />
      </div>
      <div className="vr-footnote">
        <p>{words.answer.reference({ reference: answer.reference })}</p>
        {hasTyped(props) && (
          <p className="vr-print-hidden">
            <ActButton act="edit" kind="plain" text={words.answer.correct} />{' '}
            <span className="vr-hint">{words.answer.correctMeaning}</span>
          </p>
        )}
        <p className="vr-print-hidden">
          <a href={`form?${writePageQuery(visitor)}`}>{words.answer.startOver}</a>
        </p>
      </div>
    </Screen>
  )
}

interface AnswerButtonProps {
  button: SealedButton
  sealed: string
  /** The id of the notice that this site is down. */
  noticeId: string | undefined
  screen: AnswerScreenProps
}

function AnswerButton({ button, sealed, noticeId, screen }: AnswerButtonProps) {
  const { visitor, officialUrl, now } = screen
  const { words, isFramed, isInApp } = visitor
  const opensElsewhere = isFramed || isInApp
  const id = useId()
  const href = buttonLink(button.url)
  if (href === undefined) {
    return (
      <div className="vr-notice vr-refused">
        <p>{words.answer.refused({ label: button.message_text })}</p>
        <OfficialLink url={officialUrl} text={words.answer.officialLink} />
      </div>
    )
  }
  // As of the moment when the answer is shown: no time has passed.
  const moment = { wall: now, monotonic: 0 }
  const left = remaining(button, moment, moment)
  if (left.type === 'expired') return <Expired {...screen} label={button.message_text} />
  const { host } = new URL(href)
  const language = serviceLanguage(words.language)
  return (
    <>
      <button
        type="submit"
        name={hidden.way}
        value={sealed}
        formTarget={opensElsewhere ? '_blank' : undefined}
        className={`vr-button ${button.primary ? 'vr-button-primary' : 'vr-button-secondary'}`}
        lang={language}
        aria-describedby={[
          ...(noticeId === undefined ? [] : [noticeId]),
          `${id}host`,
          ...(language === undefined ? [] : [`${id}english`]),
          ...(left.type === 'working' ? [`${id}expiry`] : []),
        ].join(' ')}
      >
        {button.message_text}
      </button>
      <span className="vr-destination" id={`${id}host`}>
        {opensElsewhere ? words.answer.opensInNewTab({ host }) : words.answer.opens({ host })}
      </span>
      {language !== undefined && (
        <span className="vr-destination" id={`${id}english`}>
          {words.answer.inEnglish}
        </span>
      )}
      {left.type === 'working' && (
        <span className="vr-expiry vr-print-hidden" id={`${id}expiry`}>
          {timeLeft(left, words.answer)}
        </span>
      )}
    </>
  )
}

/** An expired button: a fresh link is available, but only after the voter has read what requesting it sends; without what was
 *  typed, the voter fills in the form again. */
function Expired(props: ScreenProps & { label: string }) {
  const { label, visitor } = props
  const { answer } = visitor.words
  return (
    <div className="vr-expired">
      <p>{answer.expired({ label })}</p>
      {hasTyped(props) ? (
        <Confirm
          ask={answer.freshLink}
          heading={answer.freshLinkHeading}
          meaning={answer.freshLinkMeaning}
          yes={answer.freshLinkYes}
        />
      ) : (
        <p>
          <a href={`form?${writePageQuery(visitor)}`}>{answer.startOver}</a>
        </p>
      )}
    </div>
  )
}

/** The screen after a press of a button that expired meanwhile. Nothing is reported, and there is no redirect. */
export function ExpiredScreen(props: ScreenProps & { label: string }) {
  const { visitor, label } = props
  return (
    <Screen {...props} step="answer" className="vr-answer">
      <Heading level={1}>{visitor.words.answer.heading}</Heading>
      <Expired {...props} label={label} />
    </Screen>
  )
}
