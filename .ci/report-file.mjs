import path from 'node:path'

const script = process.env.npm_lifecycle_event ?? ''

/** The file in which a test program leaves its results as JSON for `report.mjs`: one for each npm script. */
export const reportFile = script.startsWith('test') ? getReportFile(script) : undefined

/** @param {string} name an npm script */
export function getReportFile(name) {
  return path.resolve('test-results', `${name.replaceAll(':', '-')}.json`)
}

/** @type {import('@playwright/test').ReporterDescription[]} */
export const playwrightReporters =
  reportFile === undefined ? [['list']] : [['dot'], ['json', { outputFile: reportFile }]]
