/** Keeps session recorders away: they would store what a voter types, the review and the links of the answer. Most of them look
 *  for their marks only up to the shadow boundary, so a partner could not set these from outside. */

/** The marks: classes of rrweb, PostHog and FullStory. */
export const markClasses = 'rr-block rr-ignore ph-no-capture fs-exclude'

/** Attributes of Sentry, Datadog, Clarity and Hotjar. */
export const markAttributes = {
  'data-sentry-block': '',
  'data-sentry-ignore': '',
  'data-dd-privacy': 'hidden',
  'data-clarity-mask': 'true',
  'data-hj-suppress': '',
} as const
