/** The texts of the answer screen, by key. */

/** Every text of the answer screen; a text with values takes them as one object. */
export interface AnswerWords {
  /** With one or two buttons: there is one more step. */
  heading: string
  /** Without a button: nothing more can be done here. */
  headingWithoutButton: string
  /** Says that the voter is not registered yet, and to press the one button. */
  leadOneButton: string
  /** Says that the voter is not registered yet, and to choose one of two buttons. */
  leadTwoButtons: string
  /** Says that nobody was registered here, and to follow the instructions. */
  leadWithoutButton: string
  /** The answer comes from the sandbox: this is practice. */
  sandbox: string
  /** Where a button leads. */
  opens(values: { host: string }): string
  opensInNewTab(values: { host: string }): string
  /** How long a link still works. */
  worksHours(values: { hours: number }): string
  worksMinutes(values: { minutes: number }): string
  worksBriefly: string
  /** A link that no longer works. */
  expired(values: { label: string }): string
  freshLink: string
  /** What a fresh link means, before anything is sent. */
  freshLinkHeading: string
  freshLinkMeaning: string
  freshLinkYes: string
  freshLinkNo: string
  /** A link that is not offered, because its address is not a safe one. */
  refused(values: { label: string }): string
  officialLink: string
  startOver: string
  reference(values: { reference: string }): string
}
