/** What our tags are called. */
export const tagNames = {
  form: 'voter-registration',
  stateFacts: 'voter-state-facts',
  siteStatus: 'voter-site-status',
} as const
