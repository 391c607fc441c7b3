/** `voter-registration-server check`: reports whether the BFF would work here with these variables. Registers no one. */

import * as z from 'zod/mini'
import { readOperatorText } from '../config/operator-file.ts'
import { BffOptions, variables } from '../config/options.ts'
import { civicOf, uptimeOf } from '../config/read-config.ts'
import { problemsIn } from '../options/check-options.ts'
import { type Environment, readEnvironment } from '../options/read-environment.ts'
import { askCivic, askUptime } from './check/ask-readings.ts'
import { askService } from './check/ask-service.ts'
import { checkConfiguration } from './check/check-configuration.ts'
import { checkConnection } from './check/check-connection.ts'
import { rowsOf } from './check/check-law.ts'
import { checkDatabase, checkFolder } from './check/check-storage.ts'
import type { Finding } from './check/finding.ts'
import { dayInStates, jsonOnDay, readOnDay } from './check/read-on-day.ts'
import { createTask } from './task.ts'

/** Prints the findings, each with what to do about it. */
export const checkTask = createTask({
  summary: 'reads the variables of "bff" and says what would keep it from working here',
  details: `That is the configuration, the names and certificates of the services, the API key and this machine's address, the clock, what
the Civic Data API and the Uptime API answer, the folder or database, the proxies. The service is asked for a registration
with nothing in it, which it refuses: nobody is sent. Nothing is changed.

Exit code 0: it would work, perhaps with warnings. 1: a problem was found. 2: the configuration cannot work.`,
  flags: {
    json: { type: 'boolean', what: 'one line of JSON for each finding or row, for programs' },
    'as-of': {
      type: 'string',
      value: 'DAY',
      what: 'prints what voters read on that day, as in 2026-10-05, and checks nothing else',
    },
  },
  async run(_words, { json, 'as-of': asOf }, env, { out }) {
    const { findings, options } = checkConfiguration(env)
    if (asOf !== undefined && options !== undefined) {
      const day = dayInStates(asOf)
      if (day === undefined) return `--as-of is no day such as 2026-10-05, got "${asOf}".`
      const rows = rowsOf(options)
      out(json === true ? jsonOnDay(rows, day) : readOnDay(rows, asOf, day))
      return 0
    }
    const all: Finding[] = []
    const show = (some: readonly Finding[]) => {
      all.push(...some)
      for (const finding of some) out(json === true ? `${JSON.stringify(finding)}\n` : shown(finding))
    }
    show(findings)
    if (asOf !== undefined) return 2
    // Also when the configuration is incomplete: an address and a key can be tested before the wording is approved.
    for await (const more of beyond(env)) show(more)
    if (options === undefined) return 2
    return all.some(({ state }) => state === 'problem') ? 1 : 0
  },
})

/** Checks what lies outside of this process, with each variable that is usable on its own. */
async function* beyond(env: Environment): AsyncGenerator<readonly Finding[]> {
  const { values } = readEnvironment(BffOptions, env, readOperatorText)
  const wrong = problemsIn(BffOptions, values).map(({ option }) => option)
  const usable = Object.entries(values).filter(([name]) => !wrong.includes(name))
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
    yield await askService(upstreamUrl, `Basic ${btoa(`${apiKeyId}:${apiKeySecret}`)}`)
  }
  const civic = civicOf(options)
  if (civic !== undefined) yield await askCivic(civic)
  const uptime = uptimeOf(options)
  if (uptime !== undefined) yield await askUptime(uptime)
  if (databaseUrl !== undefined) yield await checkDatabase(databaseUrl)
  else if (dataDir !== undefined) yield await checkFolder(dataDir)
}

const shown = ({ name, state, seen, todo }: Finding) =>
  `${state.padEnd(7)}  ${name}: ${seen}\n${todo === undefined ? '' : `${' '.repeat(9)}→ ${todo}\n`}`
