/** Sample facts for the sandbox's Civic API, by topic: which states have which value. Dated, and never guidance for
 *  voters. Deadlines and what the online form asks for are in `states.ts`. A state in no group of a topic: not known. */
import type { StateCode } from '../../contract/states.ts'

/** Codes of states with a space between them, for example `AL AR CT`. */
export type Codes = string

/** For each topic: when its facts were true, where they come from, and how sure they are. */
export const civicFactsOrigin = {
  sameDay: { as_of: '2024-11-01', source: 'NCSL-based lists of July and November 2024', sure: 'good; conflicts below' },
  minimumAge: { as_of: '2024-10-02', source: 'Rocky-OVR, states.yml (facts only)', sure: 'fair' },
  party: { as_of: '2024-10-02', source: 'Rocky-OVR, states.yml (facts only)', sure: 'fair' },
  federalForm: { as_of: '2024-11-01', source: 'EAC, questions on the national mail form (undated page)', sure: 'good' },
  voterId: { as_of: '2024-11-04', source: 'CBS News quoting NCSL; the texts are our own', sure: 'fair' },
  mailBallot: {
    as_of: 'mailDetailsAsOf',
    source: 'Five-Fifths Voter, one file for each state (Apache-2.0)',
    sure: 'weak: a single source',
  },
  excuse: { as_of: '2024-12-03', source: 'NCSL, voting outside the polling place, table 1', sure: 'good' },
  allMail: { as_of: '2024-12-03', source: 'NCSL, table 1; DC added from Rocky-OVR', sure: 'good' },
  absenteeRequest: { as_of: '2024-12-03', source: 'Rocky-OVR, states/en.yml, in our own words', sure: 'fair' },
  earlyVoting: { as_of: '2024-03-21', source: 'electoral-vote.com; DE from Five-Fifths Voter 2025', sure: 'fair' },
  handDelivery: { as_of: '2023-08-01', source: "the service's public upgrade guide", sure: 'good' },
  dropBoxes: { as_of: '2026-01-01', source: 'Ballotpedia, drop boxes', sure: 'partial: most states not listed' },
} as const

/** Who has same-day registration: on Election Day, in early voting. */
export const sameDay = {
  electionDay: 'CA CO CT DC HI ID IL IA ME MD MI MN MT NV NH NM UT VT VA WA WI WY',
  earlyVoting: 'CA CO DC HI IL IA ME MD MI MT NV NM NC UT VT VA WA',
} as const satisfies Record<string, Codes>

/** Exceptions of same-day registration, shown as footnotes. */
export const sameDayNotes: Partial<Record<StateCode, string>> = {
  AK: 'Election Day registration counts for president and vice president only.',
  NY: 'Early-voting and registration periods overlap on one day.',
  ND: 'No registration exists.',
  RI: 'Election Day registration counts for president and vice president only; done at the Board of Canvassers.',
}

/** The one state without registration. */
export const noRegistration: Codes = 'ND'

/** States that do not take the federal mail form. */
export const noFederalForm: Codes = 'NH ND WY'

/** Whether the form asks for a party. */
export const party = {
  yes: 'AK AZ AR CA CO CT DE DC FL ID IA KS KY LA ME MD MA MO NE NV NH NJ NM NY OK OR PA RI SD UT WV',
  no: 'AL GA HI IL IN MI MN MS MT NC OH SC TN TX VT VA WA WI WY',
} as const

/** From when on a person may register. */
export const minimumAge: Record<string, Codes> = {
  '18 by the next election': 'AL MT WI WY',
  '90 days before turning 18': 'AK',
  '18 by the next November general election': 'AZ IL IN MS NE NM OH',
  '16 (votes at 18)': 'CA CO DE DC FL HI ME MD MA MI MN NY NC OR RI UT WA',
  '17 and turning 18 by the next election': 'CT KS KY VA WV',
  '6 months before turning 18': 'GA MO OK',
  '17 (votes at 18)': 'IA LA NV NJ',
  '2 months before turning 18': 'TX',
}

/** What must be shown when voting in person. */
export const voterId: Record<string, Codes> = {
  'Photo ID asked for; without it an affidavit or provisional ballot.': 'AL AZ FL ID LA MI MO MT NE RI SC SD TX WY',
  'ID asked for; documents without a photo also count.': 'AK CO CT DE IA KY NH ND OK UT VA WA WV',
  'Photo ID needed; without it a provisional ballot and a later visit.': 'AR GA IN KS MS NC OH TN WI',
  'No ID document for most voters; some first-time voters who registered by mail must show one.':
    'CA DC HI IL ME MD MA MN NV NJ NM NY OR PA VT',
}

/** Whether a mail ballot needs an ID. */
export const mailBallotId = {
  yes: 'AL AK AR FL GA ID IN IA KS LA MD MS MO MT NE NV NH NJ NC ND OH OK PA SD TN TX WI WY',
  no: 'AZ CA CO CT DE HI IL KY ME MA MI MN NM NY OR RI SC UT VT VA WA WV',
} as const

/** Whether a witness or notary must sign a mail ballot. */
export const mailBallotWitness = {
  yes: 'AL AK AR LA MN MS MO NC OK SC TX VA',
  no: 'AZ CA CO CT DE FL GA HI ID IL IN IA KS KY ME MD MA MI MT NE NV NH NJ NM NY ND OH OR PA RI SD TN UT VT WA WV WI WY',
} as const

/** States that want an excuse for absentee voting; all others want none. */
export const excuseRequired: Codes = 'AL AR CT DE IN KY LA MS MO NH SC TN TX WV'

/** States that mail every voter a ballot. */
export const allMail: Codes = 'CA CO DC HI NV OR UT VT WA'

/** Until when an absentee ballot can be requested by mail. */
export const absenteeRequestDeadlines: Record<string, Codes> = {
  'Received 7 days before Election Day': 'AL AR NJ TN',
  'Received 10 days before Election Day': 'AK',
  'Received by 5 p.m., 11 days before Election Day': 'AZ SC VA',
  'Received by noon, 4 days before Election Day': 'DE',
  'Received by 5 p.m., 10 days before Election Day': 'FL',
  'Received 11 days before Election Day': 'GA ID TX',
  'Received 5 days before Election Day': 'IL',
  'Received by 11:59 p.m., 12 days before Election Day': 'IN',
  'Received by 5 p.m., 15 days before Election Day': 'IA',
  'Received 7 days before Election Day (Tuesday before)': 'KS',
  'Applications are not taken by mail': 'KY MS',
  'Received by 4:30 p.m., 4 days before Election Day': 'LA',
  'Received by 5 p.m., 5 days before Election Day (Thursday before)': 'ME',
  'Received 7 days before Election Day (Tuesday before; for mail delivery)': 'MD',
  'Received by 5 p.m. on the fifth business day before Election Day': 'MA',
  'Received by 5 p.m., 4 days before Election Day (Friday before)': 'MI',
  'Received the day before Election Day': 'MN WY',
  'Received by 5 p.m., 13 days before Election Day (second Wednesday before)': 'MO',
  'Received by noon, the day before Election Day': 'MT',
  'Received by 6 p.m., 11 days before Election Day (second Friday before)': 'NE',
  'Received 5 days before Election Day (Thursday before)': 'NM',
  'Received by 5 p.m., 7 days before Election Day (Tuesday before)': 'NC',
  'No fixed deadline': 'ND',
  'Received by close of business, 7 days before Election Day': 'OH',
  'Received by 5 p.m., 7 days before Election Day': 'PA',
  'Received by 4 p.m., 21 days before Election Day': 'RI',
  'Received by 5 p.m., the day before Election Day': 'SD',
  'Received by 5 p.m. or close of office, the day before Election Day': 'VT',
  'Received 6 days before Election Day': 'WV',
  'Received by 5 p.m., 5 days before Election Day': 'WI',
}

/** States without early voting in person; all others have some. */
export const noEarlyVoting: Codes = 'AL MS NH'

/** States where a mail ballot may not be handed in in person. */
export const noHandDelivery: Codes = 'MS TN'

/** Whether there are drop boxes. */
export const dropBoxes = { yes: 'AK ID KS MT ND PA WI WY', no: 'AL NH' } as const

/** When the registration facts of a state were true. */
export const registrationAsOf: Record<string, Codes> = {
  '2023-02-08': 'AR FL HI ID IL IN IA KS KY LA MD MN MS NE NV NJ NM NC OK OR PA RI SC SD TN TX VT VA WA WV WY',
  '2023-02-23': 'MA',
  '2023-06-26': 'NH ND',
  '2023-07-14': 'CA CO DE GA MI MO OH UT',
  '2023-09-20': 'AL',
  '2023-10-06': 'WI',
  '2024-01-24': 'AZ',
  '2024-02-29': 'NY',
  '2024-03-06': 'DC MT',
  '2024-04-05': 'CT',
  '2024-05-01': 'ME',
  '2024-07-23': 'AK',
}

/** When the mail ballot facts of a state were true. */
export const mailDetailsAsOf: Record<string, Codes> = {
  '2025-05-30': 'AL',
  '2025-06-18': 'GA NJ',
  '2025-07-08': 'WI',
  '2025-07-15': 'PA',
  '2025-08-20': 'CO IN IA KY MI MN MO MT NH TN',
  '2025-09-23': 'AK AZ FL HI IL ME MD NV NM NC OH OR SC VA WA WV',
  '2025-10-29': 'AR CA CT DE ID KS LA MA MS NE NY ND OK RI SD TX UT VT WY',
}

/** Where sources contradict each other: kept for editors of the facts, not served. */
export const conflicts: Partial<Record<StateCode, readonly string[]>> = {
  AL: ['early voting: Five-Fifths (2025-05-30) says True, Mar 2024 article says False'],
  CT: [
    'in-person ID: Five-Fifths (2025-10-29) early-voting id_needed=False, Nov 2024 category=non_photo',
    'absentee excuse: Five-Fifths (2025-10-29) any_reason=True, NCSL 2024 excuse=True',
  ],
  DE: [
    'in-person ID: Five-Fifths (2025-10-29) early-voting id_needed=False, Nov 2024 category=non_photo',
    'absentee excuse: Five-Fifths (2025-10-29) any_reason=True, NCSL 2024 excuse=True',
    'early voting: Mar 2024 article lists DE without early voting, Five-Fifths (2025) says available',
  ],
  MA: ['Election Day registration: Five-Fifths (2025-10-29) says True, NCSL-based 2024 list says False'],
  MT: [
    'in-person ID: Five-Fifths (2025-08-20) early-voting id_needed=False, Nov 2024 category=photo_requested',
    'Election Day registration: Five-Fifths (2025-08-20) says False, NCSL-based 2024 list says True',
  ],
  NV: ['in-person ID: Five-Fifths (2025-09-23) early-voting id_needed=True, Nov 2024 category=none'],
  NH: [
    'in-person ID: Five-Fifths (2025-08-20) early-voting id_needed=False, Nov 2024 category=non_photo',
    'early voting: Five-Fifths (2025-08-20) says True, Mar 2024 article says False',
  ],
  NM: ['in-person ID: Five-Fifths (2025-09-23) early-voting id_needed=True, Nov 2024 category=none'],
  NY: ['Election Day registration: Five-Fifths (2025-10-29) says True, NCSL-based 2024 list says False'],
  OK: ['online registration: vote.gov data (2023-02-08) says False, Nov 2024 list says True'],
  PA: ['in-person ID: Five-Fifths (2025-07-15) early-voting id_needed=True, Nov 2024 category=none'],
  RI: [
    'in-person ID: Five-Fifths (2025-10-29) early-voting id_needed=False, Nov 2024 category=photo_requested',
    'Election Day registration: Five-Fifths (2025-10-29) says True, NCSL-based 2024 list says False',
  ],
  SD: [
    'online registration: Five-Fifths (2025-10-29) says True',
    'Election Day registration: Five-Fifths (2025-10-29) says True, NCSL-based 2024 list says False',
  ],
  TN: ['in-person ID: Five-Fifths (2025-08-20) early-voting id_needed=False, Nov 2024 category=photo_strict'],
  UT: ['in-person ID: Five-Fifths (2025-10-29) early-voting id_needed=False, Nov 2024 category=non_photo'],
  VA: ['Election Day registration: Five-Fifths (2025-09-23) says False, NCSL-based 2024 list says True'],
  WA: ['in-person ID: Five-Fifths (2025-09-23) early-voting id_needed=False, Nov 2024 category=non_photo'],
  WI: ['federal form: vote.gov data says not accepted, EAC FAQ names only ND, NH, WY as exceptions'],
}
