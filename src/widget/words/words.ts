/** Every text a voter can read, by key: the shape that each language fills. */
import type { titles } from '../../contract/registration.ts'
import type { FormField } from '../registration/form-values.ts'
import type { AnswerWords } from './answer-words.ts'

/** What can be wrong with what was typed, in words that name the field. See `registration/form-values.ts`. */
export interface ErrorWords {
  titleMissing: string
  titleNotInTennessee: string
  firstNameMissing: string
  lastNameMissing: string
  address1Missing: string
  cityMissing: string
  tooLong(values: { field: string }): string
  unusable(values: { field: string }): string
  dateMissing: string
  monthMissing: string
  dayMissing: string
  yearMissing: string
  dayUnreal: string
  yearUnreal: string
  dateUnreal: string
  dateInFuture: string
  dateTooLongAgo: string
  emailMissing: string
  emailUnreal: string
  emailTooLong: string
  phoneUnreal: string
  phoneExtension: string
  stateMissing: string
  zipcodeMissing: string
  zipcodeUnreal: string
  agreeMissing: string
  wordingNotShown: string
  wordingChanged: string
  /** A refusal whose words mean nothing to a voter. */
  notUnderstood: string
}

/** A key of {@link ErrorWords}: what can be wrong, without saying it in a language. */
export type ErrorCode = keyof ErrorWords

/**
 * Every text of the widget in one language. A text with values is a function of one object of values, so that a partner
 * can override it with a template (`'Try again in {seconds} seconds'`).
 */
export interface Words {
  /** The language these texts are written in (BCP 47). */
  language: string
  form: {
    heading: string
    lead: string
    requiredNote: string
    sandbox: string
    /** What follows an optional field's label. */
    optional: string
    /** Said of a link that opens a new tab. */
    newTab: string
    /** First choice of a select: nothing chosen. */
    choose: string
    /** Label of the submit button while the wording, which names it, is not there. */
    submit: string
  }
  fields: Record<FormField, string> & { dateOfBirth: string }
  hints: {
    dateOfBirth: string
    address1: string
  }
  titles: Record<(typeof titles)[number], string>
  months: readonly [string, string, string, string, string, string, string, string, string, string, string, string]
  /** Said politely, in passing: nothing is wrong. */
  notes: {
    titleCleared: string
    titleRequired: string
    zipcodeKept(values: { zipcode: string }): string
    under18: string
    dateFilled: string
  }
  consent: {
    heading: string
    loading: string
    failed: string
    retry: string
    /** Said when the text on the screen changes after the box was ticked. */
    changed: string
    partnerPrivacy(values: { partner: string }): string
  }
  errors: ErrorWords
  summary: {
    heading: string
    /** Begins an inline message for those who cannot see its colour. */
    prefix: string
  }
  sending: { heading: string; text: string }
  notSent: {
    heading: string
    text: string
    offline: string
    busy: string
    kept: string
    retry: string
    wait(values: { seconds: number }): string
    ready: string
    edit: string
    official: string
    officialLink: string
    reference(values: { reference: string }): string
  }
  mayHaveBeenSent: {
    heading: string
    text: string
    checkFirst: string
    again: string
    confirmHeading: string
    confirm: string
    yes: string
    no: string
    officialLink: string
    reference(values: { reference: string }): string
  }
  /** Shown when the form itself breaks. */
  broken: { heading: string; text: string; officialLink: string }
  answer: AnswerWords
}
