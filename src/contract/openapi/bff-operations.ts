/** The paths of our own backend-for-frontend, for its OpenAPI document. */
import { bffHeaders } from '../bff-api.ts'
import { bffPaths } from '../routes.ts'
import { type Json, ref } from './components.ts'
import { inHeader, inPath, inQuery, type Operation, stateCode, text, uuid } from './operation.ts'

const problem = (says: string): [string, Json] => [says, ref('Problem')]
const partner = inQuery('partner', text, 'The partner whose form it is, where several share the BFF')
const noPartner = problem('No such partner')

/** The operations by path and method. */
export const bffOperations: Record<string, Record<string, Operation>> = {
  [bffPaths.registrations]: {
    post: {
      id: 'register',
      summary: 'Sends a filled form on to the service, once for each Idempotency-Key',
      parameters: [
        inHeader(bffHeaders.idempotencyKey, uuid, 'One for each filled form', true),
        inHeader(bffHeaders.consentVersion, text, 'The version of the wording that was on the screen', true),
        inHeader(bffHeaders.formVersion, text, 'The version of the form'),
        inHeader(bffHeaders.campaign, text, 'Where the voter came from; for the log'),
        inHeader(bffHeaders.challengeSolution, text, 'The solution of a challenge'),
        partner,
      ],
      body: ref('RegistrationRequest'),
      answers: {
        200: ['The answer, its events sealed', ref('SealedAnswer')],
        400: ['What is wrong, by field; or a problem', { anyOf: [ref('ValidationError'), ref('Problem')] }],
        403: problem('Not from here, or only with a challenge'),
        404: noPartner,
        409: problem('Another wording is in force'),
        413: problem('Too large'),
        415: problem('Not JSON'),
        422: problem('The key was used for another form'),
        429: problem('A limit is reached'),
        502: problem('The service failed'),
        503: problem('Not now'),
        504: problem('The service did not answer in time'),
      },
    },
  },
  [bffPaths.presses]: {
    post: {
      id: 'press',
      summary: 'Reports the press of a button',
      body: ref('Press'),
      answers: { 202: ['Taken'], 400: problem('Not a press of this BFF'), 503: problem('Not now') },
    },
  },
  [bffPaths.answers]: {
    post: {
      id: 'answerAgain',
      summary: 'The answer of a form that was sent, once more within 15 minutes; as JSON or text/plain',
      parameters: [partner],
      body: ref('Again'),
      answers: {
        200: ['The answer, and the registration that it is of', ref('KeptAnswer')],
        400: problem('Not the again of an answer'),
        404: problem('Not kept any more, or no such partner'),
        429: problem('Too many requests'),
        503: problem('Not now'),
      },
    },
  },
  [bffPaths.settings]: {
    get: {
      id: 'settings',
      summary: 'Names, links and wording',
      parameters: [partner],
      answers: { 200: ['Settings', ref('Settings')], 404: noPartner },
    },
  },
  [`${bffPaths.words}/{language}`]: {
    get: {
      id: 'words',
      summary: 'The form’s texts in a language',
      parameters: [inPath('language', text), partner],
      answers: { 200: ['Texts by key', { type: 'object' }], 404: problem('No such language or partner') },
    },
  },
  [`${bffPaths.states}/{code}`]: {
    get: {
      id: 'stateFacts',
      summary: 'Facts about a state. Only with CIVIC_URL',
      parameters: [inPath('code', stateCode), inQuery('region', text, 'One of its regions')],
      answers: {
        200: ['Facts', ref('StateFacts')],
        404: problem('No such state or region'),
        502: problem('The Civic Data API failed'),
        503: problem('Not now'),
      },
    },
  },
  [bffPaths.sites]: {
    get: {
      id: 'sites',
      summary: 'Which sites of states are up. Only with UPTIME_URL',
      parameters: [inQuery('state', stateCode, 'The sites of one state')],
      answers: { 200: ['Sites, down ones first', ref('Sites')], 404: problem('No such state') },
    },
  },
  [bffPaths.openApi]: {
    get: { id: 'openApi', summary: 'This document', answers: { 200: ['OpenAPI 3.1', { type: 'object' }] } },
  },
  [bffPaths.health]: {
    get: { id: 'health', summary: 'Whether it runs', answers: { 200: ['It runs', {}], 503: ['It is stopping', {}] } },
  },
  [bffPaths.ready]: {
    get: { id: 'ready', summary: 'Whether it can take forms', answers: { 200: ['Yes', {}], 503: ['Not now', {}] } },
  },
}
