/** What only the BFF's own page says, in English. */
export const hostedEn = {
  /** Nothing was sent, since nobody remembers for so long whether it had been sent before. */
  waited: {
    one: 'Nothing was sent just now, because this page was open for more than {minutes} minute. Check what you typed, and continue. If you have sent this form before, you don’t need to send it again.',
    other:
      'Nothing was sent just now, because this page was open for more than {minutes} minutes. Check what you typed, and continue. If you have sent this form before, you don’t need to send it again.',
  },
  /** The page is in a frame that has taken its origin away. */
  cutOff: {
    heading: 'This form can’t be sent from here',
    text: 'The page around it doesn’t let it send anything. It works in a tab of its own.',
  },
  newTab: 'Open the form in a new tab',
} as const
