/** The BFF's variables of an operator with a real service. */
import { theSettings } from '../../contract/testing/samples.ts'
import { createWording, ourWording } from '../consent/wording.ts'

/** The version of the package's English wording with the sample names: the required value of `WORDING_APPROVED`. */
export const approvedWording = createWording('en', ourWording.en, { subscriber: false, names: theSettings() }).version

/**
 * A valid configuration; its service is fictional.
 *
 * @param change the secret and where data are stored, and any variable that a test changes
 */
export const serviceEnvironment = (change: {
  API_KEY_SECRET: string
  DATA_DIR: string
  [variable: string]: string
}): Record<string, string> => ({
  UPSTREAM_URL: 'https://api.service.example',
  API_KEY_ID: '6f1ed002-ab5f-4b7e-9d6b-4d3f3a2b1c0d',
  ALLOWED_ORIGINS: 'https://partner.example',
  OPERATOR_NAME: 'Sample Vote Service',
  OPERATOR_TERMS_URL: 'https://service.example/terms/',
  OPERATOR_PRIVACY_URL: 'https://service.example/privacy/',
  PARTNER_NAME: 'Sample Partner',
  PARTNER_PRIVACY_URL: 'https://partner.example/privacy/',
  OFFICIAL_SITE_URL: 'https://official.example/',
  WORDING_APPROVED: approvedWording,
  ...change,
})
