/** `voter-registration-server check`: reports whether the BFF would work here with these variables. Registers no one. */
import { parseEnv } from 'node:util'
import type { Command } from 'commander'
import * as z from 'zod/mini'
import { isLoopback } from '../../contract/text.ts'
import { isSandbox, parseApiKeys } from '../crypto/keys.ts'
import { findRemovedVariables, warnAboutDisabledProtections } from '../observability/startup-warnings.ts'
import { readOperatorText } from '../operator-files.ts'
import { readConfig, readOptions } from '../options/bff-config.ts'
import { BffOptions, variables } from '../options/bff-options.ts'
import { ConfigurationError, listVariables } from '../options/option.ts'
import { type Environment, findProblems, readEnvironment } from '../options/read-options.ts'
import { loadOperatorFiles } from '../serve.ts'
import { checkConnection, checkKey, type Finding } from './check/check-service.ts'
import { checkDatabase, checkFolder } from './check/check-storage.ts'
import { getDocPage, readFlagFile, type Terminal } from './terminal.ts'

const details = `
Checks the configuration with wording and origins, the names and certificates of the services, the API key and this machine's
address, the clock, the folder or database. It sends the service an empty registration, which is rejected: nobody is
registered, and nothing changes.

Exit code 0: it would work, perhaps with warnings. 1: there is a problem. 2: the configuration is invalid.`

export function checkCommand(command: Command, terminal: Terminal): void {
  const { env, out } = terminal
  command
    .option('--json', 'prints one JSON object per line')
    .addHelpText('after', details)
    .action(async () => {
      const { json, envFile } = command.optsWithGlobals<{ json?: true; envFile?: string }>()
      let hasProblem = false
      const show = (findings: readonly Finding[]) => {
        for (const finding of findings) {
          hasProblem ||= finding.status === 'problem'
          out(json ? `${JSON.stringify(finding)}\n` : formatFinding(finding))
        }
      }
      const { findings, isUsable } = await checkConfiguration(env)
      show([...findings, ...(envFile === undefined ? [] : checkNames(envFile))])
      // Also when the configuration is incomplete: an address and a key can be tested before the wording is approved.
      for await (const outside of checkSurroundings(env)) show(outside)
      terminal.exitCode = isUsable ? (hasProblem ? 1 : 0) : 2
    })
}

const formatFinding = ({ name, status, actual, fix }: Finding) =>
  `${status.padEnd(7)}  ${name}: ${actual}\n${fix === undefined ? '' : `${' '.repeat(9)}→ ${fix}\n`}`

/** Names the variables of a file that nothing reads; those of Node.js, which reads them itself, begin with NODE_. */
function checkNames(file: string): Finding[] {
  const knownVariables = listVariables(BffOptions)
  const names = Object.keys(parseEnv(readFlagFile('--env-file', file)))
  const unknown = names.filter((name) => !knownVariables.includes(name) && !name.startsWith('NODE_'))
  const fix = `Correct or remove it: ${getDocPage('bff-configuration.md')} lists every variable.`
  return unknown.map((name) => ({ name: 'variables', status: 'warning', actual: `nothing reads ${name}`, fix }))
}

async function checkConfiguration(env: Environment): Promise<{ findings: Finding[]; isUsable: boolean }> {
  const name = 'configuration'
  const removed = findRemovedVariables(env).map(({ variable, fix }): Finding => {
    return { name, status: 'warning', actual: `${variable} is set, but nothing reads it`, fix }
  })
  try {
    const options = readOptions(env, readOperatorText)
    const fileProblems: string[] = []
    await loadOperatorFiles(options, ({ problems = [] }) => fileProblems.push(...problems))
    if (fileProblems.length > 0) throw new ConfigurationError(fileProblems)
    const count = listVariables(BffOptions).filter((variable) => (env[variable]?.trim() ?? '') !== '').length
    const { page, trustProxyHops: hops, host } = BffOptions.parse(options)
    const origins = `forms on ${options.allowedOrigins.join(', ')} may register voters`
    const findings: Finding[] = [
      { name, status: 'ok', actual: `${count} variables are set` },
      ...removed,
      { name: 'origins', status: 'ok', actual: origins },
    ]
    if (isSandbox(options)) return { findings, isUsable: true }
    const approved = `the operator approved ${options.wordingApproved?.join(', ')}`
    findings.push({ name: 'wording', status: 'ok', actual: approved })
    const warn = (actual: string, fix: string) => findings.push({ name, status: 'warning', actual, fix })
    if (options.encryptionKey === undefined) {
      const fix = 'Set one (openssl rand -hex 32), so that a new API key does not affect voters.'
      warn('ENCRYPTION_KEY is derived from the API secret', fix)
    }
    if (options.encryptionKey?.includes(',') === true && options.receiptKey === undefined) {
      const fix =
        'Set RECEIPT_KEY to the last key before you remove it from ENCRYPTION_KEY; otherwise older receipts do not match new ones.'
      warn('ENCRYPTION_KEY has several keys, and RECEIPT_KEY is the last of them', fix)
    }
    const log = ({ code = '', message = '' }) => {
      const [actual = code, ...fix] = message.split(/(?<=\.) (?=Set )/)
      warn(actual, fix.join(' '))
    }
    warnAboutDisabledProtections(readConfig(options), log, page)
    if (hops === 0 && isLoopback(host)) {
      const fix = `Only a proxy on this machine can reach it. Set ${variables.trustProxyHops} to the number of your proxies; otherwise all voters count as one address.`
      warn(`${variables.trustProxyHops} is 0, HOST is ${host}`, fix)
    }
    return { findings, isUsable: true }
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    const fix = `${getDocPage('bff-configuration.md')} lists every variable.`
    const problems = error.problems.map((actual): Finding => ({ name, status: 'problem', actual, fix }))
    return { findings: [...removed, ...problems], isUsable: false }
  }
}

/** Checks what lies outside of this process, with each variable that is usable by itself. */
async function* checkSurroundings(env: Environment): AsyncGenerator<readonly Finding[]> {
  const { values } = readEnvironment(BffOptions, env, readOperatorText)
  const invalid = findProblems(BffOptions, values).map(({ option }) => option)
  const usable = Object.entries(values).filter(([name]) => !invalid.includes(name))
  const options = z.partial(BffOptions).parse(Object.fromEntries(usable))
  const { upstreamUrl, civicUrl, uptimeUrl, apiKeyId, apiKeySecret, dataDir, databaseUrl } = options
  for (const [variable, url] of [
    [variables.upstreamUrl, upstreamUrl],
    [variables.civicUrl, civicUrl],
    [variables.uptimeUrl, uptimeUrl],
  ] as const) {
    if (url !== undefined) yield await checkConnection(variable, url)
  }
  if (upstreamUrl !== undefined && apiKeyId !== undefined && apiKeySecret !== undefined) {
    const [key] = parseApiKeys({ apiKeyId, apiKeySecret })
    yield await checkKey(upstreamUrl, `Basic ${btoa(`${key?.id}:${key?.secret}`)}`)
  }
  if (databaseUrl !== undefined) yield await checkDatabase(databaseUrl)
  else if (dataDir !== undefined) yield await checkFolder(dataDir)
}
