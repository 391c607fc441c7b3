/** Fields of the sample that no document names. The service's catalog may hold fields that a client does not know (R-C02,
 *  X16), of every format, Date too: so does the sandbox's. The slugs are our own; the service has none of them. */
import { type DeadlineKind, dateDeadline, deadlineKinds } from '../../contract/civic-data/deadline.ts'
import type { Field, FieldFormat } from '../../contract/civic-data/field.ts'
import { type StateCode, states } from '../../contract/states.ts'
import { isoDate } from '../../contract/text.ts'
import * as facts from './civic-facts.ts'
import { groupOf, includes, registrationDay, yesNo } from './fact-groups.ts'
import { type SampleFacts, stateFacts } from './states.ts'

/** The election of the sample's dates: the Tuesday after the first Monday in November 2026. */
const election = { year: 2026, month: 11, day: 3 }

/** A field, and what the sample knows about it. */
export interface FurtherField {
  field: Field
  /** The text of a state; empty when nothing is known. */
  text: (code: StateCode) => string
  /** The day, `YYYY-MM-DD`, on which that was true. */
  asOf: (code: StateCode) => string
}

const { dropBoxes, earlyVoting, excuse, federalForm, handDelivery, party, voterId } = facts.civicFactsOrigin

const ways = { online: 'online', mail: 'mail', in_person: 'inPerson' } as const satisfies Record<
  DeadlineKind,
  keyof SampleFacts
>
const words: Record<DeadlineKind, string> = { online: 'online', mail: 'by mail', in_person: 'in person' }

const deadlineOf = (code: StateCode, kind: DeadlineKind) => stateFacts[code][ways[kind]]

function lastDay(code: StateCode, kind: DeadlineKind): string {
  const day = dateDeadline(deadlineOf(code, kind) ?? '', kind, election)?.date
  return day === undefined ? '' : isoDate(day)
}

interface Row extends Pick<FurtherField, 'text'> {
  slug: string
  field_format: FieldFormat
  description: string
  asOf?: string | FurtherField['asOf']
  options?: readonly string[]
}

function row({ slug, field_format, description, text, asOf = registrationDay, options }: Row): FurtherField {
  return {
    field: { slug, description, field_format, ...(options !== undefined && { options: [...options] }) },
    text,
    asOf: typeof asOf === 'string' ? () => asOf : asOf,
  }
}

/** How the groups of `facts.voterId` are called as options, in their order. */
const voterIdLevels = ['photo_requested', 'document_requested', 'photo_required', 'none_for_most']

const mailBallotDay = (code: StateCode) => groupOf(facts.mailDetailsAsOf, code) ?? excuse.as_of

/** The fields, each with its values: follows from the facts of the other files, or is fictional and says so. */
export const furtherFields: readonly FurtherField[] = [
  row({
    slug: 'general_election_date',
    field_format: 'Date',
    description: 'Sample: general election',
    text: () => isoDate(election),
  }),
  row({
    slug: 'voting_age_birth_date',
    field_format: 'Date',
    description: 'Sample: last date of birth to be 18 at the general election',
    text: () => isoDate({ ...election, year: election.year - 18 }),
  }),
  ...deadlineKinds.flatMap((kind) => [
    row({
      slug: `registration_last_day_${kind}`,
      field_format: 'Date',
      description: `Sample: last day to register ${words[kind]}`,
      text: (code) => lastDay(code, kind),
    }),
    row({
      slug: `has_registration_${kind}`,
      field_format: 'Boolean',
      description: `Sample: registration ${words[kind]} offered`,
      text: (code) => (deadlineOf(code, kind) === undefined ? 'False' : 'True'),
    }),
  ]),
  row({
    slug: 'has_federal_form',
    field_format: 'Boolean',
    description: 'Sample: federal mail form accepted',
    text: (code) => (includes(facts.noFederalForm, code) ? 'False' : 'True'),
    asOf: federalForm.as_of,
  }),
  row({
    slug: 'has_early_voting',
    field_format: 'Boolean',
    description: 'Sample: early voting in person offered',
    text: (code) => (includes(facts.noEarlyVoting, code) ? 'False' : 'True'),
    asOf: earlyVoting.as_of,
  }),
  row({
    slug: 'has_hand_delivery',
    field_format: 'Boolean',
    description: 'Sample: a mail ballot may be handed in',
    text: (code) => (includes(facts.noHandDelivery, code) ? 'False' : 'True'),
    asOf: handDelivery.as_of,
  }),
  row({
    slug: 'has_drop_boxes',
    field_format: 'Boolean',
    description: 'Sample: drop boxes for ballots',
    text: (code) => groupOf({ True: facts.dropBoxes.yes, False: facts.dropBoxes.no }, code) ?? '',
    asOf: dropBoxes.as_of,
  }),
  row({
    slug: 'has_no_id_absentee',
    field_format: 'Boolean',
    description: 'Sample: mail ballot without an ID',
    text: (code) => groupOf({ True: facts.mailBallotId.no, False: facts.mailBallotId.yes }, code) ?? '',
    asOf: mailBallotDay,
  }),
  row({
    slug: 'has_no_witness_absentee',
    field_format: 'Boolean',
    description: 'Sample: mail ballot without a witness or notary',
    text: (code) => groupOf({ True: facts.mailBallotWitness.no, False: facts.mailBallotWitness.yes }, code) ?? '',
    asOf: mailBallotDay,
  }),
  row({
    slug: 'party_question',
    field_format: 'Single-select',
    description: 'Sample: whether the form asks for a party',
    text: (code) => groupOf({ asked: facts.party.yes, not_asked: facts.party.no }, code) ?? '',
    asOf: party.as_of,
    options: ['asked', 'not_asked'],
  }),
  row({
    slug: 'voter_id_level',
    field_format: 'Single-select',
    description: 'Sample: ID asked for when voting in person',
    text: (code) => voterIdLevels[Object.values(facts.voterId).findIndex((codes) => includes(codes, code))] ?? '',
    asOf: voterId.as_of,
    options: voterIdLevels,
  }),
  row({
    slug: 'same_day_registration_times',
    field_format: 'Multi-select',
    description: 'Sample: when a person can register and vote on the same day',
    text: (code) =>
      [
        yesNo(facts.sameDay.earlyVoting, code) === 'True' && 'early_voting',
        yesNo(facts.sameDay.electionDay, code) === 'True' && 'election_day',
      ]
        .filter(Boolean)
        .join(', '),
    asOf: facts.civicFactsOrigin.sameDay.as_of,
    options: ['early_voting', 'election_day'],
  }),
  row({
    slug: 'sos_office_name',
    field_format: 'Markdown',
    description: 'Sample: name of the state election office',
    text: (code) => {
      return `Sample Election Office of ${states[code]}`
    },
  }),
  row({
    slug: 'sos_office_hours',
    field_format: 'Markdown',
    description: 'Sample: hours of the state election office',
    text: () => {
      return 'Sample: Monday to Friday, 9 a.m. to 5 p.m.'
    },
  }),
]
