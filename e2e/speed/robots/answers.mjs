/** The BFF's responses to the robots: always the same, so that only the form differs. */

/** The response to `GET /settings`. */
export const settings = {
  operator: {
    name: 'Sample Vote Service',
    terms_url: 'https://service.example/terms/',
    privacy_url: 'https://service.example/privacy/',
  },
  partner: { name: 'Sample Partner' },
  wording: {
    en: {
      language: 'en',
      version: 'en-robots',
      continue: 'Continue',
      terms: 'terms of service',
      privacy: 'privacy policy',
      elements: {
        powered_by: 'This form is powered by {operator}.',
        agreement: 'By hitting “{continue}”, you agree to the {terms} and the {privacy} of {operator}.',
        emails: 'You will receive occasional emails from {operator}.',
        unsubscribe: 'You can unsubscribe at any time.',
        texts: 'If you give a cell phone number, you agree to receive occasional text messages from {operator}.',
        rates: 'Message and data rates may apply.',
        frequency: 'Message frequency varies.',
        stop_help: 'Text STOP to cancel or HELP for information.',
      },
      agree: 'I have read this and I agree.',
      purpose: '{partner} shares your contact information with {operator}.',
    },
  },
  features: { subscriber_opt_in: false, sandbox: false },
}

/** The response to a registration. */
export const answer = {
  message_markdown: 'Finish with your state.',
  buttons: [{ message_text: 'Register online', primary: true, url: 'https://state.example/register/' }],
  reference: 'robots-0001',
}
