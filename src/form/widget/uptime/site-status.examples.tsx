/** The status of state election sites, in each of its states. */
import type { ShownSite } from '../../../contract/shown-sites.ts'
import { es } from '../../locales/es.ts'
import type { Example } from '../../testing/example.ts'
import { wordsIn } from '../messages/catalogue.ts'
import { statusWordsIn } from '../messages/status-messages.ts'
import { SitesList } from './sites-list.tsx'

const quiet = Array.from({ length: 90 }, (_, day) => (day < 30 ? null : 0))
const loads = Array.from({ length: 48 }, (_, check) => (check === 20 ? null : 0.4 + (check % 7) / 10))

/** Five sites: one down with outages, one up, an unknown one, one that refuses programs, and one that was
 *  first checked an hour ago. */
export const shownSites: readonly ShownSite[] = [
  {
    id: 'ma',
    up: false,
    since: '2026-03-02T12:31:46.560Z',
    checked_seconds_ago: 180,
    url: 'https://register.state.example/',
    state: 'MA',
    tool: 'Online Voter Registration',
    shares: { day: 0.98, week: 0.998, month: 0.9996, quarter: 0.99996 },
    watched_since: '2026-01-01T12:00:00.000Z',
    history: {
      days: quiet.map((day, index) => (index > 86 ? 0.25 : day)),
      load_times: loads,
      outages: [
        { id: 'now', from: '2026-03-02T12:31:46.560Z', kind: 'answer', status: 503 },
        { id: 'before', from: '2026-02-28T08:00:00.000Z', to: '2026-02-28T14:00:00.000Z', kind: 'timeout' },
        { id: 'newer', from: '2026-02-27T08:00:00.000Z', to: '2026-02-27T08:45:00.000Z', kind: 'quicksand' },
      ],
      checks: [
        { at: '2026-03-02T12:31:46.560Z', is: 'down', kind: 'answer', status: 503 },
        { at: '2026-03-02T12:16:46.560Z', is: 'refused', status: 403 },
        { at: '2026-03-02T12:01:46.560Z', is: 'unclear' },
        { at: '2026-03-02T11:46:46.560Z', is: 'up', load_time: 0.5 },
      ],
    },
  },
  {
    id: 'tn',
    up: true,
    since: '2026-01-02T12:31:46.560Z',
    url: 'https://tn.example/',
    state: 'TN',
    tool: 'Online Voter Registration',
    shares: { day: 1, week: 1, month: 1, quarter: 1 },
    watched_since: '2026-01-01T12:00:00.000Z',
    history: { days: quiet, load_times: loads },
  },
  {
    id: 'polls',
    url: 'javascript:alert(1)',
    tool: 'Polling Place Locator',
    shares: { day: null, week: null, month: null, quarter: null },
    history: { days: quiet.map(() => null), load_times: [] },
  },
  {
    id: 'refuses',
    url: 'https://refuses.example/',
    state: 'VT',
    tool: 'Online Voter Registration',
    shares: { day: null, week: null, month: null, quarter: null },
    refused: 403,
    history: { days: quiet.map(() => null), load_times: [] },
  },
  {
    id: 'new',
    up: true,
    url: 'https://new.example/',
    state: 'WA',
    tool: 'Online Voter Registration',
    shares: { day: null, week: null, month: null, quarter: null },
    watched_since: '2026-03-02T11:31:46.560Z',
    history: { days: quiet.map((_, index) => (index === 89 ? 0 : null)), load_times: [0.5] },
  },
]

function example(name: string, namesStates: boolean, catalogue?: typeof es): Example {
  const words = wordsIn(catalogue)
  return {
    name,
    render: () => (
      <div className="vr-root" lang={words.language}>
        <section className="vr-facts" aria-label={name}>
          <SitesList
            sites={namesStates ? shownSites : shownSites.slice(0, 1)}
            namesStates={namesStates}
            words={words}
            statusWords={statusWordsIn(words)}
          />
        </section>
      </div>
    ),
  }
}

export const examples: readonly Example[] = [
  example('sites of several states', true),
  example('sites of one state', false),
  example('Spanish', true, es),
]
