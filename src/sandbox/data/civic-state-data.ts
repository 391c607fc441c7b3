/** The sample facts as the Civic API's version 2 has them: every field of the catalog for every state, with an empty
 *  text where nothing is known. Dated sample data, never guidance for voters. */
import type { Field } from '../../contract/civic-data/field.ts'
import type { Override } from '../../contract/civic-data/override.ts'
import type { Fact, StateData } from '../../contract/civic-data/state-data.ts'
import { type StateCode, stateCodes, states } from '../../contract/states.ts'
import * as facts from './civic-facts.ts'
import { civicFields } from './civic-fields.ts'
import { furtherFields } from './civic-further-fields.ts'
import { civicOfficialUrls } from './civic-official-urls.ts'
import { civicRegions, regionalField } from './civic-regions.ts'
import { groupOf, includes, registrationDay, yesNo } from './fact-groups.ts'
import { stateFacts } from './states.ts'

/** A real address that the data knows. */
export interface OfficialAddress {
  /** The V2 field. */
  slug: string
  state: StateCode
  /** The region, for an override. */
  region?: string
  url: string
}

/** What to serve in the place of a real address: a page of the sandbox, unless somebody wants the real one. */
export type Replace = (official: OfficialAddress) => string

/** What is known about one field in one state. */
interface Known {
  text: string
  footnotes?: string | undefined
  /** A date, `YYYY-MM-DD`. */
  asOf: string
}

/**
 * All facts of a state, in the order of the catalog. A Boolean about which nothing is known has a blank text and
 * `bool_value: false`, as on the real server (rules B.2.14); a Multi-select has an empty list.
 *
 * @param replace decides what is served for each real address
 */
export function civicStateData(code: StateCode, replace: Replace): StateData {
  const known = new Map([...registration(code), ...voting(code), ...addresses(code, replace), ...further(code)])
  const nothing: Known = { text: '', asOf: registrationDay(code) }
  return {
    code,
    name: states[code],
    state_information: civicFields.map((field) => asFact(field, known.get(field.slug) ?? nothing)),
  }
}

/** All regional overrides. */
export function civicOverrides(replace: Replace): Override[] {
  return Object.entries(civicRegions).flatMap(([state, regions]) => {
    const code = stateCodes.find((candidate) => states[candidate] === state)
    if (code === undefined) throw new Error(`civic-regions.ts has the state "${state}"; use a state's name.`)
    return Object.entries(regions).map(([region, url]) => ({
      state,
      region: { name: region },
      field: { slug: regionalField },
      value: replace({ slug: regionalField, state: code, region, url }),
    }))
  })
}

function asFact({ slug, field_format }: Field, { text, footnotes, asOf }: Known): Fact {
  return {
    field_type: slug,
    text,
    ...(field_format === 'Boolean' && { bool_value: text === 'True' }),
    ...(field_format === 'Multi-select' && { multiselect_value: text === '' ? [] : text.split(', ') }),
    ...(footnotes !== undefined && { footnotes }),
    modified_at: `${asOf}T00:00:00Z`,
  }
}

type Entry = [slug: string, known: Known]

function registration(code: StateCode): Entry[] {
  const { online, mail, inPerson, asks } = stateFacts[code]
  const asOf = registrationDay(code)
  const { sameDay, minimumAge, party, federalForm } = facts.civicFactsOrigin
  const note = facts.sameDayNotes[code]
  const methods = [inPerson && 'in_person', mail && 'mail'].filter(Boolean).join(', ')
  const laws = [
    includes(facts.noRegistration, code) && 'Nobody needs to register.',
    includes(facts.party.yes, code) && 'The form asks for a party.',
    includes(facts.party.no, code) && 'The form does not ask for a party.',
    includes(facts.noFederalForm, code) && 'The federal mail form is not accepted.',
  ]
  return [
    ['registration_deadline_online', { text: sentence(online), asOf }],
    ['registration_deadline_mail', { text: sentence(mail), asOf }],
    ['registration_deadline_in_person', { text: sentence(inPerson), asOf }],
    ['registration_methods', { text: methods, footnotes: methods === '' ? undefined : onlyThese, asOf }],
    ['id_laws_online_registration', { text: asks === undefined ? '' : `The online form asks for ${asks}.`, asOf }],
    ['has_sdr_election_day', { text: yesNo(facts.sameDay.electionDay, code), footnotes: note, asOf: sameDay.as_of }],
    ['has_sdr_early_voting', { text: yesNo(facts.sameDay.earlyVoting, code), footnotes: note, asOf: sameDay.as_of }],
    ['sdr_locations', { text: '', footnotes: note, asOf: sameDay.as_of }],
    ['minimum_age_register', { text: groupOf(facts.minimumAge, code) ?? '', asOf: minimumAge.as_of }],
    ['registration_laws', { text: laws.filter(Boolean).join(' '), asOf: later(party.as_of, federalForm.as_of) }],
  ]
}

/** The sample does not know everything; a reader of a list would think it does. */
const onlyThese = 'Sample data: there may be other ways.'

/**
 * How to reach the state's election office, in a way that reaches nobody: `555-01xx` and `.example` are for fiction, and no
 * place has the ZIP code 00000. A state that does not take the federal form has no address for it.
 */
function office(code: StateCode): Entry[] {
  const asOf = registrationDay(code)
  const line = String(stateCodes.indexOf(code) + 1).padStart(2, '0')
  return [
    ['sos_phone_number', { text: `202-555-01${line}`, asOf }],
    ['sos_contact_email', { text: `elections@${code.toLowerCase()}.example`, asOf }],
    ['nvra_submission_address', { text: includes(facts.noFederalForm, code) ? '' : officeAddress(code), asOf }],
  ]
}

function officeAddress(code: StateCode): string {
  return `Sample Election Office of ${states[code]}, 100 Example Street, Sampletown, ${code} 00000`
}

function voting(code: StateCode): Entry[] {
  const { absenteeRequest, excuse, allMail, voterId, earlyVoting, handDelivery, dropBoxes } = facts.civicFactsOrigin
  const request = groupOf(facts.absenteeRequestDeadlines, code) ?? ''
  const byMail = request !== '' && !request.startsWith('Applications are not')
  const boxes = includes(facts.dropBoxes.yes, code)
  const places = [boxes && 'drop_box', !includes(facts.noHandDelivery, code) && 'local_election_office']
  const noExcuse = !includes(facts.excuseRequired, code)
  const byPost = includes(facts.allMail, code)
  const access = byPost ? 'universal' : noExcuse ? '' : 'excuse_required'
  const mailBallot = [
    includes(facts.mailBallotId.yes, code) && 'A mail ballot needs an ID.',
    includes(facts.mailBallotId.no, code) && 'A mail ballot needs no ID.',
    includes(facts.mailBallotWitness.yes, code) && 'A witness or notary must sign.',
  ]
  const returned = places.filter(Boolean).join(', ')
  const returnedAsOf = later(handDelivery.as_of, boxes ? dropBoxes.as_of : '')
  return [
    ...office(code),
    ['absentee_deadline_mail', { text: request, asOf: absenteeRequest.as_of }],
    [
      'absentee_request_methods',
      { text: byMail ? 'mail' : '', footnotes: byMail ? onlyThese : undefined, asOf: absenteeRequest.as_of },
    ],
    ['absentee_access_levels', { text: access, asOf: later(excuse.as_of, allMail.as_of) }],
    ['has_no_excuse_absentee', { text: noExcuse ? 'True' : 'False', asOf: excuse.as_of }],
    ['has_automatic_vbm', { text: byPost ? 'True' : 'False', asOf: allMail.as_of }],
    ['id_laws_in_person_voting', { text: groupOf(facts.voterId, code) ?? '', asOf: voterId.as_of }],
    [
      'id_laws_ballot_return',
      { text: mailBallot.filter(Boolean).join(' '), asOf: groupOf(facts.mailDetailsAsOf, code) ?? excuse.as_of },
    ],
    [
      'ballot_return_locations',
      { text: returned, footnotes: returned === '' ? undefined : onlyThese, asOf: returnedAsOf },
    ],
    [
      'early_voting_starts',
      { text: includes(facts.noEarlyVoting, code) ? '' : 'Offered; the sample has no dates.', asOf: earlyVoting.as_of },
    ],
  ]
}

function addresses(code: StateCode, replace: Replace): Entry[] {
  return Object.entries(civicOfficialUrls[code]).map(([slug, url]) => [
    slug,
    { text: replace({ slug, state: code, url }), asOf: registrationDay(code) },
  ])
}

function further(code: StateCode): Entry[] {
  return furtherFields.map(({ field, text, asOf }) => [field.slug, { text: text(code), asOf: asOf(code) }])
}

function sentence(text: string | undefined): string {
  return text === undefined ? '' : text.charAt(0).toUpperCase() + text.slice(1)
}

function later(one: string, other: string): string {
  return one > other ? one : other
}
