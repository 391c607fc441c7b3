/** The screens of a registration that is being sent, or got no answer. */

import type { ReactNode } from 'react'
import { es as spanish } from '../../locales/es.ts'
import type { Example } from '../../testing/example.ts'
import type { NotSent as NotSentStep } from '../flow/flow-reducer.ts'
import { type Words, wordsIn } from '../messages/catalogue.ts'
import { MayHaveBeenSent } from './may-have-been-sent.tsx'
import { NotSent } from './not-sent.tsx'
import { Sending } from './step-screen.tsx'

const en = wordsIn()
const es = wordsIn(spanish)

const officialUrl = 'https://official.example/register/'

const within = (words: Words, screen: ReactNode) => (
  <div className="vr-root" lang={words.language}>
    {screen}
  </div>
)

const notSent = (words: Words, change: Partial<NotSentStep> = {}) =>
  within(
    words,
    <NotSent
      words={words}
      headingLevel={2}
      code="upstream_unreachable"
      officialUrl={officialUrl}
      announce={() => {}}
      onRetry={() => {}}
      onTime={() => {}}
      onBack={() => {}}
      now={() => 0}
      {...change}
    />,
  )

const mayHaveBeenSent = (words: Words) =>
  within(
    words,
    <MayHaveBeenSent
      words={words}
      headingLevel={2}
      reference="ref-0001"
      officialUrl={officialUrl}
      onSendAgain={() => {}}
      onBack={() => {}}
    />,
  )

export const examples: Example[] = [
  { name: 'sending', render: () => within(en, <Sending words={en} headingLevel={2} />) },
  { name: 'sending, Spanish', render: () => within(es, <Sending words={es} headingLevel={2} />) },
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
  { name: 'may have been sent', render: () => mayHaveBeenSent(en) },
  { name: 'may have been sent, Spanish', render: () => mayHaveBeenSent(es) },
]
