/** Every text about how the sites of states are, in English. What is said of one that is down is among the form's texts. */

export const statusEn = {
  heading: 'Are the states’ voter sites working?',
  nothing: 'Nothing is known about these sites right now.',
  up: 'Working',
  down: 'Not working',
  unknown: 'Not known',
  share: 'Worked {share} of the time it was watched in the last 90 days',
  outages: {
    one: 'Outages on {days} of the last 90 days',
    other: 'Outages on {days} of the last 90 days',
  },
  none: 'No outage seen in the last 90 days',
  load: 'Last loaded in {seconds} s',
} as const
