/** The screens of a registration that is being sent, or got no answer. */
import type { ReactNode } from 'react'
import { es as spanish } from '../../locales/es.ts'
import type { Example } from '../../testing/example.ts'
import { WithParts } from '../../testing/with-parts.tsx'
import type { NotSent as NotSentStep } from '../flow/flow-reducer.ts'
import { createFormMessages, type FormMessages } from '../messages/catalog.ts'
import { NotSentScreen, OutcomeUnknown } from './not-sent.tsx'
import { Sending } from './step-screen.tsx'

const en = createFormMessages()
const es = createFormMessages(spanish)

const officialUrl = 'https://official.example/register/'

const within = (t: FormMessages, screen: ReactNode) => (
  <WithParts context={{ t, monotonicClock: { now: () => 0 } }}>
    <div className="vr-root" lang={t.language}>
      {screen}
    </div>
  </WithParts>
)

const notSent = (words: FormMessages, change: Partial<NotSentStep> = {}) =>
  within(
    words,
    <NotSentScreen
      code="upstream_unreachable"
      officialUrl={officialUrl}
      onRetry={() => {}}
      onAutomaticRetry={() => {}}
      onBack={() => {}}
      {...change}
    />,
  )

const outcomeUnknown = (words: FormMessages) =>
  within(
    words,
    <OutcomeUnknown reference="ref-0001" officialUrl={officialUrl} onSendAgain={() => {}} onBack={() => {}} />,
  )

export const examples: Example[] = [
  { name: 'sending', render: () => within(en, <Sending />) },
  { name: 'sending, Spanish', render: () => within(es, <Sending />) },
  { name: 'not sent', render: () => notSent(en, { reference: 'ref-0001' }) },
  { name: 'not sent, offline', render: () => notSent(en, { code: 'offline' }) },
  {
    name: 'not sent, online again',
    render: () => notSent(en, { code: 'offline', retryAt: 5_000, isAutomatic: true }),
  },
  { name: 'not sent, the form is too old', render: () => notSent(en, { code: 'upgrade_required' }) },
  { name: 'not sent, busy', render: () => notSent(en, { code: 'upstream_busy', retryAt: 30_000 }) },
  {
    name: 'not sent, sent again by itself',
    render: () => notSent(en, { code: 'upstream_busy', retryAt: 30_000, isAutomatic: true }),
  },
  {
    name: 'not sent, a phone number used too often',
    render: () => notSent(en, { code: 'rate_limited', limitedHours: 5 }),
  },
  { name: 'not sent, busy, Spanish', render: () => notSent(es, { code: 'upstream_busy', retryAt: 30_000 }) },
  { name: 'may have been sent', render: () => outcomeUnknown(en) },
  { name: 'may have been sent, Spanish', render: () => outcomeUnknown(es) },
]
