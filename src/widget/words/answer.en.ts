/** The answer screen's texts in English. */
import type { AnswerWords } from './answer-words.ts'

export const answerEn: AnswerWords = {
  heading: 'One more step',
  headingWithoutButton: 'What to do next',
  leadOneButton:
    'You are not registered yet. Read the information below, then use the button to finish your registration.',
  leadTwoButtons:
    'You are not registered yet. Read the information below, then choose one of the two ways to finish your registration.',
  leadWithoutButton:
    'This form has not registered you, and there is nothing more to do on this page. Follow the instructions below.',
  sandbox: 'This is a practice run. Nothing was sent to an election office, and nobody is registered.',
  opens: ({ host }) => `Opens ${host}`,
  opensInNewTab: ({ host }) => `Opens ${host} in a new tab`,
  worksHours: ({ hours }) => `This link works for about ${hours} more ${hours === 1 ? 'hour' : 'hours'}.`,
  worksMinutes: ({ minutes }) => `This link works for about ${minutes} more ${minutes === 1 ? 'minute' : 'minutes'}.`,
  worksBriefly: 'This link works for less than a minute more.',
  expired: ({ label }) => `The link “${label}” has expired.`,
  freshLink: 'Get a fresh link',
  freshLinkHeading: 'Send your information again?',
  freshLinkMeaning:
    'A fresh link comes with a new answer. To get one, we send what you filled in to the registration service a second time.',
  freshLinkYes: 'Yes, send it again',
  freshLinkNo: 'No, go back',
  refused: ({ label }) => `“${label}” leads to an address that can’t be opened safely, so there is no link to it here.`,
  officialLink: 'Go to the official registration site',
  startOver: 'Clear this page and start over',
  reference: ({ reference }) => `Reference: ${reference}`,
}
