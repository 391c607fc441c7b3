/** Every text about how the sites of states are, in English. What is said of one that is down is among the form's texts. */

export const statusEn = {
  heading: 'Are the states’ voter sites working?',
  nothing: 'Nothing is known about these sites right now.',
  up: 'Working',
  down: 'Not working',
  unknown: 'Not known',
  refused: 'Cannot be checked: the site refuses programs (HTTP {status})',
  share: 'Worked {share} of the time since {since}',
  outages: {
    one: 'Outages on {days} of the last 90 days',
    other: 'Outages on {days} of the last 90 days',
  },
  none: 'No outage seen since {since}',
  load: 'Last loaded in {seconds} s',
  outageList: 'Outages of the last 90 days',
  checkList: 'Last checks',
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
} as const
