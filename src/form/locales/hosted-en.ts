/** English texts of the hosted page only. */
export const hostedEn = {
  /** Nothing was sent: the idempotency key has expired, so a duplicate could not be detected. */
  waited: {
    one: 'Nothing was sent just now, because this page was open for more than {minutes} minute. Check what you typed, and continue. If you have sent this form before, you don’t need to send it again.',
    other:
      'Nothing was sent just now, because this page was open for more than {minutes} minutes. Check what you typed, and continue. If you have sent this form before, you don’t need to send it again.',
  },
  /** The page is in a sandboxed frame without an origin. */
  cutOff: {
    heading: 'This form can’t be sent from here',
    text: 'The page around it doesn’t let it send anything. It works in a tab of its own.',
  },
  newTab: 'Open the form in a new tab',
} as const
