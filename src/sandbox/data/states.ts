/** Sample data for the sandbox's answers: which ways to register each jurisdiction has, and what the text mentions.
 *  Dated, and never guidance for voters: a real answer comes from the service. */
import type { StateCode } from '../../contract/states.ts'

/** Where the facts come from, and when they were true. */
export const stateFactsOrigin = {
  as_of: '2024-11',
  source: [
    'Deadlines: usagov/vote-gov (CC0, US public domain), per state between 2023-02-08 and 2024-07-23.',
    'Whether a state registers online: the same, corrected by a list of November 2024.',
    'What the online form asks for: facts from Rocky-OVR (December 2024), in our own words.',
    'flow: derived by the rule of the open-source service (January 2021) from whether a state registers online.',
  ],
} as const

/** `online-or-print`: two buttons; `print-only`: one; `none`: no button. */
export type Flow = 'online-or-print' | 'print-only' | 'none'

/** What the sandbox says about a jurisdiction. */
export interface SampleFacts {
  flow: Flow
  /** What its online form asks the voter for. */
  asks?: string
  /** Deadlines, each as it completes "Deadline online: …". */
  online?: string
  mail?: string
  inPerson?: string
}

/** The facts by code. */
export const stateFacts: Record<StateCode, SampleFacts> = {
  AL: {
    flow: 'online-or-print',
    asks: "a driver's license or state ID",
    online: '15 days before Election Day',
    mail: 'postmarked 15 days before Election Day',
    inPerson: '15 days before Election Day',
  },
  AK: {
    flow: 'online-or-print',
    asks: "a driver's license or state ID, and a Social Security number",
    online: '30 days before Election Day',
    mail: 'postmarked 30 days before Election Day',
    inPerson: '30 days before Election Day',
  },
  AZ: {
    flow: 'online-or-print',
    asks: "a driver's license or state ID",
    online: '29 days before Election Day',
    mail: 'postmarked 29 days before Election Day',
    inPerson: '29 days before Election Day',
  },
  AR: { flow: 'print-only', mail: 'postmarked 30 days before Election Day', inPerson: '30 days before Election Day' },
  CA: {
    flow: 'online-or-print',
    online: '15 days before Election Day',
    mail: 'postmarked 15 days before Election Day',
    inPerson: 'through Election Day',
  },
  CO: {
    flow: 'online-or-print',
    asks: "a driver's license or state ID, or a Social Security number",
    online: '8 days before Election Day',
    mail: 'postmarked 8 days before Election Day',
    inPerson: 'through Election Day',
  },
  CT: {
    flow: 'online-or-print',
    asks: "a driver's license or state ID with signature on file at the DMV",
    online: '18 days before Election Day',
    mail: 'postmarked 18 days before Election Day',
    inPerson: 'through Election Day',
  },
  DE: {
    flow: 'online-or-print',
    online: '24 days before Election Day',
    mail: 'postmarked 24 days before Election Day',
    inPerson: '24 days before Election Day',
  },
  DC: {
    flow: 'online-or-print',
    online: '21 days before Election Day',
    mail: 'received 21 days before Election Day',
    inPerson: 'through Election Day',
  },
  FL: {
    flow: 'online-or-print',
    asks: "a driver's license or state ID, and a Social Security number",
    online: '29 days before Election Day',
    mail: 'postmarked 29 days before Election Day',
    inPerson: '29 days before Election Day',
  },
  GA: {
    flow: 'online-or-print',
    asks: "a driver's license or state ID with signature on file at the DMV",
    online: '29 days before Election Day',
    mail: 'postmarked 29 days before Election Day',
    inPerson: '29 days before Election Day',
  },
  HI: {
    flow: 'online-or-print',
    asks: "a driver's license or state ID, and a Social Security number",
    online: 'through Election Day',
    mail: 'postmarked 8 days before Election Day',
    inPerson: 'through Election Day',
  },
  ID: {
    flow: 'online-or-print',
    asks: "a driver's license or state ID",
    online: '25 days before Election Day',
    mail: 'postmarked 25 days before Election Day',
    inPerson: 'through Election Day',
  },
  IL: {
    flow: 'online-or-print',
    asks: "a driver's license or state ID, and a Social Security number",
    online: '16 days before Election Day',
    mail: 'postmarked 28 days before Election Day',
    inPerson: 'through Election Day',
  },
  IN: {
    flow: 'online-or-print',
    asks: "a driver's license or state ID",
    online: '29 days before Election Day',
    mail: 'postmarked 29 days before Election Day',
    inPerson: '29 days before Election Day',
  },
  IA: {
    flow: 'online-or-print',
    asks: "a driver's license or state ID, and a Social Security number",
    online: '15 days before Election Day',
    mail: 'postmarked 15 days before Election Day',
    inPerson: 'through Election Day',
  },
  KS: {
    flow: 'online-or-print',
    asks: "a driver's license or state ID",
    online: '21 days before Election Day',
    mail: 'postmarked 21 days before Election Day',
    inPerson: '21 days before Election Day',
  },
  KY: {
    flow: 'online-or-print',
    asks: 'a Social Security number',
    online: '29 days before Election Day',
    mail: 'postmarked 29 days before Election Day',
    inPerson: '29 days before Election Day',
  },
  LA: {
    flow: 'online-or-print',
    asks: "a driver's license or state ID",
    online: '20 days before Election Day',
    mail: 'postmarked 30 days before Election Day',
    inPerson: '30 days before Election Day',
  },
  ME: {
    flow: 'online-or-print',
    asks: "a driver's license or state ID, or a Social Security number",
    online: '21 days before Election Day',
    mail: 'received 21 days before Election Day',
    inPerson: 'through Election Day',
  },
  MD: {
    flow: 'online-or-print',
    asks: "a driver's license or state ID with signature on file at the DMV",
    online: '21 days before Election Day',
    mail: 'postmarked 21 days before Election Day',
    inPerson: 'through Election Day',
  },
  MA: {
    flow: 'online-or-print',
    asks: "a driver's license or state ID",
    online: '10 days before Election Day',
    mail: 'postmarked 10 days before Election Day',
    inPerson: '10 days before Election Day',
  },
  MI: {
    flow: 'online-or-print',
    online: '15 days before Election Day',
    mail: 'postmarked 15 days before Election Day',
    inPerson: 'through Election Day',
  },
  MN: {
    flow: 'online-or-print',
    asks: "a driver's license or state ID, or a Social Security number",
    online: '21 days before Election Day',
    mail: 'received 21 days before Election Day',
    inPerson: 'through Election Day',
  },
  MS: { flow: 'print-only', mail: 'postmarked 30 days before Election Day', inPerson: '30 days before Election Day' },
  MO: {
    flow: 'online-or-print',
    online: '27 days before Election Day',
    mail: 'postmarked 27 days before Election Day',
    inPerson: '27 days before Election Day',
  },
  MT: { flow: 'print-only', mail: 'postmarked 30 days before Election Day', inPerson: 'through Election Day' },
  NE: {
    flow: 'online-or-print',
    asks: "a driver's license or state ID",
    online: '18 days before Election Day',
    mail: 'postmarked 18 days before Election Day',
    inPerson: '11 days before Election Day',
  },
  NV: {
    flow: 'online-or-print',
    asks: "a driver's license or state ID, and a Social Security number",
    online: '5 days before Election Day',
    mail: 'postmarked 28 days before Election Day',
    inPerson: 'through Election Day',
  },
  NH: { flow: 'none', mail: 'received 13 days before Election Day', inPerson: 'through Election Day' },
  NJ: {
    flow: 'online-or-print',
    asks: "a driver's license or state ID, or a Social Security number",
    online: '21 days before Election Day',
    mail: 'received 21 days before Election Day',
    inPerson: '21 days before Election Day',
  },
  NM: {
    flow: 'online-or-print',
    asks: "a driver's license or state ID, or a Social Security number",
    online: '28 days before Election Day',
    mail: 'postmarked 28 days before Election Day',
    inPerson: '28 days before Election Day',
  },
  NY: {
    flow: 'online-or-print',
    asks: "a driver's license or state ID, and a Social Security number",
    online: '10 days before Election Day',
    mail: 'received 10 days before and postmarked 15 days before',
    inPerson: '10 days before Election Day',
  },
  NC: {
    flow: 'online-or-print',
    asks: "a driver's license or state ID, and a Social Security number",
    online: '25 days before Election Day',
    mail: 'postmarked 25 days before Election Day',
    inPerson: 'same-day registration in the early voting period',
  },
  ND: { flow: 'none' },
  OH: {
    flow: 'online-or-print',
    asks: "a driver's license or state ID, and a Social Security number",
    online: '30 days before Election Day',
    mail: 'postmarked 30 days before Election Day',
    inPerson: '30 days before Election Day',
  },
  OK: {
    flow: 'online-or-print',
    mail: 'postmarked 25 days before Election Day',
    inPerson: '25 days before Election Day',
  },
  OR: {
    flow: 'online-or-print',
    online: '21 days before Election Day',
    mail: 'postmarked 21 days before Election Day',
    inPerson: '21 days before Election Day',
  },
  PA: {
    flow: 'online-or-print',
    online: '15 days before Election Day',
    mail: 'received 15 days before Election Day',
    inPerson: '15 days before Election Day',
  },
  RI: {
    flow: 'online-or-print',
    asks: "a driver's license or state ID",
    online: '30 days before Election Day',
    mail: 'postmarked 30 days before Election Day',
    inPerson: '30 days before Election Day',
  },
  SC: {
    flow: 'online-or-print',
    asks: "a driver's license or state ID, and a Social Security number",
    online: '30 days before Election Day',
    mail: 'postmarked 30 days before Election Day',
    inPerson: '30 days before Election Day',
  },
  SD: { flow: 'print-only', mail: 'received 15 days before Election Day', inPerson: '15 days before Election Day' },
  TN: {
    flow: 'online-or-print',
    asks: "a driver's license or state ID",
    online: '30 days before Election Day',
    mail: 'postmarked 30 days before Election Day',
    inPerson: '30 days before Election Day',
  },
  TX: { flow: 'print-only', mail: 'postmarked 30 days before Election Day', inPerson: '30 days before Election Day' },
  UT: {
    flow: 'online-or-print',
    asks: "a driver's license or state ID",
    online: '11 days before Election Day',
    mail: 'received 11 days before Election Day',
    inPerson: 'through Election Day',
  },
  VT: {
    flow: 'online-or-print',
    asks: "a driver's license or state ID, or a Social Security number",
    online: 'through Election Day',
    mail: 'received by Election Day',
    inPerson: 'through Election Day',
  },
  VA: {
    flow: 'online-or-print',
    online: '22 days before Election Day',
    mail: 'postmarked 22 days before Election Day',
    inPerson: '22 days before Election Day',
  },
  WA: {
    flow: 'online-or-print',
    asks: "a driver's license or state ID",
    online: '8 days before Election Day',
    mail: 'received 8 days before Election Day',
    inPerson: 'through Election Day',
  },
  WV: {
    flow: 'online-or-print',
    asks: "a driver's license or state ID, and a Social Security number",
    online: '21 days before Election Day',
    mail: 'postmarked 21 days before Election Day',
    inPerson: '21 days before Election Day',
  },
  WI: {
    flow: 'online-or-print',
    asks: "a driver's license or state ID",
    online: '20 days before Election Day',
    mail: 'postmarked 20 days before Election Day',
    inPerson: 'through Election Day',
  },
  WY: { flow: 'none', mail: 'received 14 days before Election Day', inPerson: 'through Election Day' },
}
