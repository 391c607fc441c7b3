/** Checks the options without any request: reports every problem and every protection that is off. */

import { isLoopback } from '../../../contract/text.ts'
import { isSandbox } from '../../config/check-values.ts'
import { readOptions } from '../../config/environment.ts'
import { loadOperatorFiles } from '../../config/load-operator-files.ts'
import { misspelledVariables } from '../../config/misspelled-variables.ts'
import { readOperatorText } from '../../config/operator-file.ts'
import { BffOptions, variables } from '../../config/options.ts'
import { readConfig } from '../../config/read-config.ts'
import { noticesAt } from '../../notices/notices-at.ts'
import { warnAboutDisabledProtections } from '../../observability/startup-warnings.ts'
import { ConfigurationError } from '../../options/configuration-error.ts'
import { fileVariable } from '../../options/option.ts'
import type { Environment } from '../../options/read-environment.ts'
import { docPage } from '../doc-page.ts'
import { checkLaw } from './check-law.ts'
import { checkSecurityTxt } from './check-security-txt.ts'
import type { Finding } from './finding.ts'

const name = 'configuration'

/**
 * Reads the options as `bff` does.
 *
 * @returns no `options` when `bff` would not start with them
 */
export function checkConfiguration(env: Environment): { findings: Finding[]; options?: BffOptions } {
  const misspelt = misspelledVariables(BffOptions, env).map(({ written, meant }): Finding => {
    const seen = `${written} is set, and is read by nothing.`
    return { name, state: 'warning', seen, todo: `Do you mean ${meant}?` }
  })
  try {
    const options = readOptions(env, readOperatorText)
    const all = Object.values(variables).flatMap((variable) => [variable, fileVariable(variable)])
    const set = all.filter((variable) => (env[variable]?.trim() ?? '') !== '')
    const found: Finding = { name, state: 'ok', seen: `${set.length} variables are set` }
    const now = Date.now()
    const files = [...filesOf(options), ...checkLaw(options, now), ...checkSecurityTxt(options, now)]
    return {
      findings: [found, ...files, ...misspelt, ...warningsOf(options), proxiesOf(options), ...checkHosts(options)],
      options,
    }
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    const todo = `${docPage('bff-configuration.md')} lists every variable.`
    const problems = error.problems.map((seen): Finding => ({ name, state: 'problem', seen, todo }))
    return { findings: [...misspelt, ...problems] }
  }
}

/** @throws ConfigurationError when the partners, the look or the notices cannot be used */
function filesOf(options: BffOptions): Finding[] {
  const { partners, look, notices } = loadOperatorFiles(options)
  const findings: Finding[] = []
  const add = (about: string, seen: string) => findings.push({ name: about, state: 'ok', seen })
  if (partners !== undefined) {
    const names = [...partners.current().keys()]
    add('partners', `${variables.partnersFile} has ${names.length}: ${names.join(', ')}`)
  }
  if (look !== undefined) add('look', `${variables.pageLookFile} can be used`)
  if (notices !== undefined) {
    const written = notices.current()
    const { notices: shown } = noticesAt(written, Date.now())
    add('notices', `${variables.noticeFile} has ${written.length}, of which voters read ${shown.length} now`)
  }
  return findings
}

/** The warnings that the BFF itself logs at its start. */
function warningsOf(options: BffOptions): Finding[] {
  if (isSandbox(options)) return []
  const warnings: Finding[] = []
  if (options.sealKey === undefined) {
    const seen = 'SEAL_KEY is derived from the API secret'
    warnings.push({
      name,
      state: 'warning',
      seen,
      todo: 'Set one (openssl rand -hex 32): a new API key then disturbs no voter.',
    })
  }
  if (options.sealKey?.includes(',') === true && options.receiptKey === undefined) {
    const seen = 'SEAL_KEY has several keys, and RECEIPT_KEY is that in the last place'
    const todo = 'Set RECEIPT_KEY to that key before it leaves SEAL_KEY, or receipts of before match no new ones.'
    warnings.push({ name, state: 'warning', seen, todo })
  }
  const { page } = BffOptions.parse(options)
  warnAboutDisabledProtections(
    readConfig(options),
    ({ code = '', message = '' }) => {
      const [seen = code, ...todo] = message.split(/(?<=\.) (?=Set )/)
      warnings.push({ name, state: 'warning', seen, todo: todo.join(' ') })
    },
    page,
  )
  return warnings
}

function checkHosts({ publicHosts = [] }: BffOptions): Finding[] {
  if (publicHosts.length === 0) return []
  const seen = `${variables.publicHosts} is ${publicHosts.join(', ')}; any other Host gets the health checks alone`
  return [{ name: 'hosts', state: 'ok', seen }]
}

function proxiesOf(options: BffOptions): Finding {
  const { trustProxyHops, host } = BffOptions.parse(options)
  const seen = `${variables.trustProxyHops} is ${trustProxyHops}, HOST is ${host}`
  if (trustProxyHops > 0 || !isLoopback(host) || isSandbox(options)) return { name: 'proxies', state: 'ok', seen }
  const todo = `Only a proxy on this machine can reach it. Set ${variables.trustProxyHops} to the number of your proxies, or all voters count as one address.`
  return { name: 'proxies', state: 'warning', seen, todo }
}
