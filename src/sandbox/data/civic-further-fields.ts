/** Fields of the sample that no document names. The service's catalogue may hold fields that a client does not know (R-C02,
 *  X16), of every format, Date too: so does the sandbox's. The slugs are our own; the service has none of them. */
import { type DeadlineKind, dateDeadline, deadlineKinds } from '../../contract/civic-data/deadline.ts'
import type { Field, FieldFormat } from '../../contract/civic-data/field.ts'
import { type StateCode, states } from '../../contract/states.ts'
import { isoDate } from '../../contract/text.ts'
import * as facts from './civic-facts.ts'
import { groupOf, includes, registrationDay, yesNo } from './fact-groups.ts'
import { type StateFacts, stateFacts } from './states.ts'

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
  keyof StateFacts
>
const words: Record<DeadlineKind, string> = { online: 'online', mail: 'by mail', in_person: 'in person' }

const deadlineOf = (code: StateCode, kind: DeadlineKind) => stateFacts[code][ways[kind]]

function lastDay(code: StateCode, kind: DeadlineKind): string {
  const day = dateDeadline(deadlineOf(code, kind) ?? '', kind, election)?.date
  return day === undefined ? '' : isoDate(day)
}

function row(
  slug: string,
  field_format: FieldFormat,
  description: string,
  text: FurtherField['text'],
  asOf: string | FurtherField['asOf'] = registrationDay,
  options?: readonly string[],
): FurtherField {
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
  row('general_election_date', 'Date', 'Sample: general election', () => isoDate(election)),
  row('voting_age_birth_date', 'Date', 'Sample: last date of birth to be 18 at the general election', () =>
    isoDate({ ...election, year: election.year - 18 }),
  ),
  ...deadlineKinds.flatMap((kind) => [
    row(`registration_last_day_${kind}`, 'Date', `Sample: last day to register ${words[kind]}`, (code) =>
      lastDay(code, kind),
    ),
    row(`has_registration_${kind}`, 'Boolean', `Sample: registration ${words[kind]} offered`, (code) =>
      deadlineOf(code, kind) === undefined ? 'False' : 'True',
    ),
  ]),
  row(
    'has_federal_form',
    'Boolean',
    'Sample: federal mail form accepted',
    (code) => (includes(facts.noFederalForm, code) ? 'False' : 'True'),
    federalForm.as_of,
  ),
  row(
    'has_early_voting',
    'Boolean',
    'Sample: early voting in person offered',
    (code) => (includes(facts.noEarlyVoting, code) ? 'False' : 'True'),
    earlyVoting.as_of,
  ),
  row(
    'has_hand_delivery',
    'Boolean',
    'Sample: a mail ballot may be handed in',
    (code) => (includes(facts.noHandDelivery, code) ? 'False' : 'True'),
    handDelivery.as_of,
  ),
  row(
    'has_drop_boxes',
    'Boolean',
    'Sample: drop boxes for ballots',
    (code) => groupOf({ True: facts.dropBoxes.yes, False: facts.dropBoxes.no }, code) ?? '',
    dropBoxes.as_of,
  ),
  row(
    'has_no_id_absentee',
    'Boolean',
    'Sample: mail ballot without an ID',
    (code) => groupOf({ True: facts.mailBallotId.no, False: facts.mailBallotId.yes }, code) ?? '',
    mailBallotDay,
  ),
  row(
    'has_no_witness_absentee',
    'Boolean',
    'Sample: mail ballot without a witness or notary',
    (code) => groupOf({ True: facts.mailBallotWitness.no, False: facts.mailBallotWitness.yes }, code) ?? '',
    mailBallotDay,
  ),
  row(
    'party_question',
    'Single-select',
    'Sample: whether the form asks for a party',
    (code) => groupOf({ asked: facts.party.yes, not_asked: facts.party.no }, code) ?? '',
    party.as_of,
    ['asked', 'not_asked'],
  ),
  row(
    'voter_id_level',
    'Single-select',
    'Sample: ID asked for when voting in person',
    (code) => voterIdLevels[Object.values(facts.voterId).findIndex((codes) => includes(codes, code))] ?? '',
    voterId.as_of,
    voterIdLevels,
  ),
  row(
    'same_day_registration_times',
    'Multi-select',
    'Sample: when a person can register and vote on the same day',
    (code) =>
      [
        yesNo(facts.sameDay.earlyVoting, code) === 'True' && 'early_voting',
        yesNo(facts.sameDay.electionDay, code) === 'True' && 'election_day',
      ]
        .filter(Boolean)
        .join(', '),
    facts.civicFactsOrigin.sameDay.as_of,
    ['early_voting', 'election_day'],
  ),
  row('sos_office_name', 'Markdown', 'Sample: name of the state election office', (code) => {
    return `Sample Election Office of ${states[code]}`
  }),
  row('sos_office_hours', 'Markdown', 'Sample: hours of the state election office', () => {
    return 'Sample: Monday to Friday, 9 a.m. to 5 p.m.'
  }),
]
