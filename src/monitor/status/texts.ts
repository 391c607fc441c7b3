/** Every text of the status page. A text with a value in it is a function. */
import { formats } from './formats.ts'

const formatAge = (seconds: number) => {
  const minutes = Math.round(seconds / 60)
  const { relative } = formats
  return minutes < 60 ? relative.format(-minutes, 'minute') : relative.format(-Math.round(minutes / 60), 'hour')
}

export const words = {
  title: 'Status of the states’ voter sites',
  lead: 'Sites where voters register, check their registration and more, as a monitor sees them. A site that is not listed is not known to be up.',
  /** A moment follows. */
  asOf: 'As of',
  stale: 'The monitor’s data cannot be read at the moment. This is the last that is known.',
  nothing: 'Nothing is known at the moment: the monitor’s data cannot be read, or it has no sites.',
  noMatch: 'No site matches.',
  summary: ({ all, down, unknown, refused }: { all: number; down: number; unknown: number; refused: number }) => {
    const known =
      down === 0
        ? `No outage among ${all} ${all === 1 ? 'site' : 'sites'}.`
        : `${down} of ${all} sites ${down === 1 ? 'is' : 'are'} down.`
    const parts = [known]
    if (refused > 0) parts.push(`${refused} cannot be checked.`)
    if (unknown > 0) parts.push(`Of ${unknown} nothing is known.`)
    return parts.join(' ')
  },
  filter: {
    legend: 'Which sites',
    state: 'State',
    tool: 'Tool',
    allStates: 'All states',
    allTools: 'All tools',
    down: 'Only sites that are down',
    show: 'Show',
  },
  json: 'The same as JSON',
  down: { heading: 'Down now', none: 'No site is down now.' },
  others: { heading: 'All other sites' },
  columns: {
    state: 'State',
    tool: 'Site',
    now: 'Now',
    share: 'Share of time up',
    days: 'Last 90 days',
    load: 'Load time',
  },
  noState: 'No state',
  up: 'Up',
  isDown: 'Down',
  unknown: 'Not known',
  refused: (status: number) => `Cannot be checked: it refuses programs (HTTP ${status})`,
  since: 'since',
  /** A moment follows. */
  watchedSince: 'Counted since',
  checked: (seconds: number) => `checked ${formatAge(seconds)}`,
  shares: { day: 'Day', week: 'Week', month: '30 days', quarter: '90 days' },
  figures: 'Figures',
  day: 'Day (UTC)',
  downShare: 'Down',
  noOutage: 'No outage seen.',
  daysUnknown: (count: number) => `${count} ${count === 1 ? 'day is' : 'days are'} not known.`,
  load: { checks: 'Checks', last: 'Last', median: 'Median', slowest: 'Slowest', failed: 'Failed' },
  newTab: '(opens in a new tab)',
  outages: 'Outages',
  from: 'From',
  to: 'To',
  lasts: 'still down',
  checks: 'Last checks',
  unclear: 'Not counted',
  kinds: {
    timeout: 'No answer in time',
    connection: 'No connection',
    name: 'Address not found',
    certificate: 'Certificate not valid',
    answer: 'Error answer',
    content: 'Not the right page',
    failed: 'Failed',
  },
}
