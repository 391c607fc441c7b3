/** What a host may pass to the BFF besides its options. */
import type { Hono } from 'hono'
import type { Clock } from '../contract/clock.ts'
import type { Branding, PageVariables } from '../contract/page-interface.ts'
import type { WrittenNotice } from './notices/notices.ts'
import type { Log } from './observability/log.ts'
import type { Meter } from './observability/meter.ts'
import type { Deliver, Outbox } from './outbox/outbox.ts'
import type { Partner } from './partners/partner.ts'
import type { Source } from './partners/partners.ts'
import type { ReadinessCheck } from './routes/health.ts'
import type { ScriptFiles } from './script-files/script-files.ts'
import type { Store } from './store/store.ts'
import type { ConcurrencyLimits } from './upstream/service-limits.ts'
import type { Transport } from './upstream/transport.ts'
import type { Deadlines } from './upstream/upstream.ts'

/** What the BFF touches of the world; every part has a default. Members for tests change without notice. */
export interface BffDependencies {
  /** Sends requests to the service, and to the Civic Data API. Default: undici's pools of connections. */
  transport?: Transport
  /** Where the log goes. Default: JSON lines on the console. */
  log?: Log
  /** Milliseconds since 1970. */
  clock?: Clock
  /** Where clicks, forms, receipts of consent and the limits' counts are kept. Default: what `DATA_DIR` or `DATABASE_URL` name; against the
   *  sandbox also the memory of this process. The caller that passes it closes it. */
  store?: Store
  /** Takes the metrics. Default: nobody does. */
  meter?: Meter
  /** What `GET /readyz` asks besides, by name, for example a database. */
  ready?: Readonly<Record<string, ReadinessCheck>>
  /** The partners that share this BFF: `loadPartners()` of `voter-registration-server/node`. Default: the one of the options. */
  partners?: Source<ReadonlyMap<string, Partner | undefined>>
  /** How the hosted page looks: `loadBranding()` of `voter-registration-server/node`. Default: as the form does by itself. */
  branding?: Source<Branding>
  /** The notices for voters: `loadNotices()` of `voter-registration-server/node`. Default: those of partners' entries alone. */
  notices?: Source<readonly WrittenNotice[]>
  /** The page with the form, served at `/form` unless the options say no: `hostedPage()` of `voter-registration-server/hosted`.
   *  Default: none. */
  page?: Hono<{ Variables: PageVariables }>
  /** The form's script files, served at `/element/<version>/`: `scriptFiles()` of `voter-registration-server/node`.
   *  Default: none. */
  scripts?: ScriptFiles
  /** @internal Makes the outbox from the way to deliver one report. Default: over the store. */
  outbox?: (deliver: Deliver, log: Log) => Outbox
  /** @internal How long a click waits for its first delivery, in milliseconds, where the process may be frozen after a response. */
  firstAttemptMs?: number
  /** @internal How long calls to the service may take. Default: those of the documentation. */
  deadlines?: Deadlines
  /** @internal How many calls may be in flight. Default: those of the documentation. */
  concurrency?: Partial<ConcurrencyLimits>
  /** @internal How long one try to read Civic data may take, in milliseconds. Default: 5 s. */
  civicDeadline?: number
  /** @internal How long the hosted page waits for facts about a state, in milliseconds. Default: 300. */
  civicPatience?: number
  /** @internal How long a list of the Uptime API may take, in milliseconds. Default: 5 s. */
  uptimeDeadline?: number
  /** @internal How long an answer of the Uptime API is fresh against the sandbox, in milliseconds. Default: 1 s. */
  uptimeFreshMs?: number
}
