/** The blocks of the pages in `docs` that are generated from code. A new table is a new entry; `node .ci/write-docs.mjs` writes them. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import type { Results as HostResults } from '../../e2e/hosts/results.ts'
import { getOutcome, type OutcomeName, outcomeTable } from '../../src/contract/outcome-table.ts'
import { defaultColors, themeTokens } from '../../src/contract/theme-tokens.ts'
import { createManifest, readInterface } from '../../src/form/element/custom-elements.ts'
import { eventNames } from '../../src/form/element/element-events.ts'
import { formErrors } from '../../src/form/widget/flow/flow-reducer.ts'
import { MonitorCommandOptions } from '../../src/monitor/commands/monitor-environment.ts'
import { MonitorOptions } from '../../src/monitor/options.ts'
import { SandboxCommandOptions } from '../../src/sandbox/commands/sandbox-command.ts'
import { SandboxSettings } from '../../src/sandbox/context.ts'
import { scenarios } from '../../src/sandbox/scenarios.ts'
import { runCli } from '../../src/server/commands/run-cli.ts'
import { BffOptions } from '../../src/server/options/bff-options.ts'
import {
  asText,
  describeDefault,
  fileVariable,
  listOptions,
  type Option,
  type OptionsSchema,
} from '../../src/server/options/option.ts'
import { PartnerEntry } from '../../src/server/partners/partner-keys.ts'
import { code, type Generator, markdownTable } from './page-blocks.ts'
import { linkedType, typeReference } from './type-reference.ts'

const top = fileURLToPath(new URL('../..', import.meta.url))
const source = (file: string) => readFileSync(path.join(top, file), 'utf8')

/** The generator of each block by the block's name. */
export const generators: Readonly<Record<string, Generator>> = {
  'react-props': reactProps,
  events,
  attributes: () => attributesOf('voter-registration', () => true, Object.values(propGroups).flat()),
  'state-facts-attributes': () =>
    attributesOf('voter-state-facts', (name) => ['state', 'region', 'fields'].includes(name)),
  parts,
  tokens: tokenTable,
  scenarios: scenarioTable,
  types: typeReference,
  'error-codes': errorCodes,
  outcomes,
  commands,
  'bff-required-options': () => optionTable(BffOptions, BffOptions, isRequired),
  'bff-options': () => optionTable(BffOptions, BffOptions, (option) => !isRequired(option)),
  'partner-keys': () =>
    markdownTable(
      ['Key', 'Left out', 'What'],
      listOptions(PartnerEntry).map((option) => [code(option.name), describeDefault(option), option.description]),
    ),
  'monitor-options': () => optionTable(MonitorCommandOptions, MonitorOptions),
  'sandbox-options': () => optionTable(SandboxCommandOptions, SandboxSettings),
  'data-map': dataMap,
  acr: accessibilityReport,
  'engine-totals': engineTotals,
  hosts: hostTotals,
}

const isRequired = (option: Option) => describeDefault(option).startsWith('required')

/** The table of a program's options; those that the function of its package does not take are variables only. */
function optionTable(
  program: OptionsSchema,
  api: OptionsSchema,
  isShown: (option: Option) => boolean = () => true,
): string {
  const rows = listOptions(program).filter(isShown)
  return markdownTable(
    ['Environment', 'Option', 'Default', 'What'],
    rows.map((option) => {
      const { name, variable, fallbackVariable, hasFileVariant, description, isServeOnly } = option
      const file = hasFileVariant === true ? ` or ${code(fileVariable(variable))}` : ''
      return [
        `${code(variable)}${file}${fallbackVariable === undefined ? '' : `, else ${code(fallbackVariable)}`}`,
        Object.hasOwn(api.shape, name) ? code(name) : '',
        describeDefault(option, (value) => code(asText(value))),
        `${description}${isServeOnly === true ? '; read by `serve` only' : ''}`,
      ]
    }),
  )
}

function scenarioTable(): string {
  const rows = scenarios.map(({ name, upstream, voter }) => [code(name), escaped(upstream), escaped(voter)])
  // The page explains those with an unusual event in a sentence.
  const shown = rows.filter(([name = '']) => !name.startsWith('`odd-event-'))
  return markdownTable(['Scenario', 'What the service does', 'What the voter should see'], shown)
}

function dataMap(): string {
  const rows: { data: string; goes: string; kept: string }[] = parse(source('docs/data-map.yaml'))
  const cells = rows.map(({ data, goes, kept }) => [data, goes, kept])
  return markdownTable(['Data', 'Where it goes', 'Retention'], cells)
}

/** `docs/acr.yaml`, in the format OpenACR. */
interface Report {
  chapters: Record<
    string,
    { criteria: { num: string; components: { adherence: { level: string; notes: string } }[] }[] }
  >
}

function accessibilityReport(): string {
  const { chapters }: Report = parse(source('docs/acr.yaml'))
  const numbers = new Map<string, string[]>()
  for (const level of ['A', 'AA'])
    for (const { num, components } of chapters[`success_criteria_level_${level.toLowerCase()}`]?.criteria ?? [])
      for (const { adherence } of components) {
        const key = [level, adherence.level.replaceAll('-', ' '), adherence.notes].join('\n')
        numbers.set(key, [...(numbers.get(key) ?? []), num])
      }
  const rows = [...numbers].map(([key, criteria]) => [criteria.join(', '), ...key.split('\n')])
  return markdownTable(['WCAG', 'Level', 'Result', 'Remarks and tests'], rows)
}

/** The props by need. A test compares them with those that the component accepts. */
const propGroups = {
  'Set these first': ['apiBase', 'partner', 'locale', 'prefill', 'appearance'],
  'Layout and style': 'theme density layout review headingLevel isolation id className style'.split(' '),
  Texts: ['languages', 'locales', 'messages', 'consentExtra'],
  Behavior: ['kiosk', 'persistDraft', 'autoFocus', 'linkTarget', 'subscriberOptIn'],
  'Events and attribution': ['tracking', 'reportState', 'instanceId'],
  'Loading and errors': ['settings', 'officialUrl', 'fallback', 'fetch'],
}

function reactProps(): string {
  const members = [
    ...readInterface(source('src/form/widget/options.ts'), 'VoterRegistrationOptions'),
    ...readInterface(source('src/form/widget/voter-registration-props.ts'), 'VoterRegistrationProps'),
  ]
  const tables = Object.entries(propGroups).map(([heading, names]) => {
    const rows = names
      .flatMap((name) => members.find((member) => member.name === name) ?? [])
      .map(({ name, type, description }) => [code(name), linkedType(type), escaped(description)])
    return `### ${heading}\n\n${markdownTable(['Prop', 'Type', 'What it does'], rows)}`
  })
  return tables.join('\n\n')
}

function events(): string {
  const members = readInterface(source('src/form/widget/options.ts'), 'VoterRegistrationCallbacks')
  return markdownTable(
    ['React prop', 'Element event', 'When', 'Detail, in addition to the common keys'],
    members.map(({ name, type, description }) => [
      code(name),
      code(new Map<string, string>(Object.entries(eventNames)).get(name) ?? ''),
      description,
      detailOf(type),
    ]),
  )
}

function detailOf(type: string): string {
  return (/EventDetail & \{(.*)\}/.exec(type)?.[1] ?? '')
    .replace(/preventDefault\(\): void/, '')
    .split(/[;\n]| (?=\w+\??:)/)
    .map((key) => key.trim())
    .filter((key) => key !== '')
    .map(code)
    .join(', ')
}

function errorCodes(): string {
  const rows = Object.entries(formErrors).map(([name, says]) => [code(name), says])
  return markdownTable(['`code`', 'Meaning'], rows)
}

function outcomes(): string {
  const comments = source('src/contract/outcome-table.ts').matchAll(/^ {2}\/\/ (.+)\n {2}(\w+): \[/gm)
  const descriptions = new Map([...comments].map(([, text = '', name = '']) => [name, text]))
  const rows = Object.keys(outcomeTable).map((name) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a key of the table.
    const { status, code: problem, certainty, retry, audience, receipt } = getOutcome(name as OutcomeName)
    const response = [status, problem && code(problem)].filter((part) => part !== undefined).join(' ')
    const cells = [certainty, retry, audience].map(code)
    return [descriptions.get(name) ?? '', response, ...cells, receipt === undefined ? 'none' : code(receipt)]
  })
  return markdownTable(['What has happened', 'Response', 'Certainty', 'Retry', 'Who can help', 'Receipt'], rows)
}

const tags = createManifest((file) => source(`src/form/${file}`)).modules.flatMap(({ declarations }) => declarations)

function attributesOf(tag: string, isShown: (name: string) => boolean, fieldNames: readonly string[] = []): string {
  const attributes = (tags.find(({ tagName }) => tagName === tag)?.attributes ?? [])
    // The attribution attributes have thirty spellings; the page explains them in a sentence.
    .filter(({ name }) => isShown(name) && !/^(data-(override|default)-|utm[-_])/.test(name))
    .map(({ name, fieldName, type, description }) => ({
      isShared: fieldNames.includes(fieldName),
      cells: [code(name), code(type.text), escaped(description)],
    }))
  const shared = attributes.filter(({ isShared }) => isShared).map(({ cells }) => cells.slice(0, 2))
  const own = attributes.filter(({ isShared }) => !isShared).map(({ cells }) => cells)
  const table = markdownTable(['Attribute', 'Value', 'What it does'], own)
  if (shared.length === 0) return table
  const types = [...new Set(shared.map(([, type]) => type))].map(
    (type) => `- ${type}: ${shared.flatMap(([name, value]) => (value === type ? name : [])).join(', ')}`,
  )
  return `${types.join('\n')}\n\nOnly the element has:\n\n${table}`
}

function parts(): string {
  const { cssParts = [] } = tags.find(({ tagName }) => tagName === 'voter-registration') ?? {}
  const rows = cssParts.map(({ name, description }) => [code(name), description])
  return markdownTable(['Part', 'What it is'], rows)
}

async function commands(): Promise<string> {
  let help = ''
  await runCli(['--help'], {}, { out: (text) => (help += text), err: () => undefined })
  return `\`\`\`text\n${help.replace(/^ {2}--version .*$/m, '  --version       the version').trim()}\n\`\`\``
}

/** Escapes what Markdown would read as markup, except in code. */
const escaped = (text: string) =>
  text
    .split(/(`[^`]*`)/)
    .map((part, place) => (place % 2 === 0 ? part.replaceAll(/[<*]/g, '\\$&') : part))
    .join('')

function tokenTable(): string {
  const folder = 'src/form/widget/styles'
  const sheets = readdirSync(path.join(top, folder))
    .filter((file) => file.endsWith('.css'))
    .map((file) => source(`${folder}/${file}`))
    .join('\n')
  const { light, dark }: Record<'light' | 'dark', Partial<Record<string, string>>> = defaultColors
  const rows = themeTokens.map((token) => {
    const color = light[token]
    const standard =
      color === undefined ? code(findDefault(sheets, token)) : `${code(color)}, dark ${code(dark[token] ?? '')}`
    return [code(`--vr-${token}`), standard]
  })
  return markdownTable(['Token', 'Default'], rows)
}

/** Returns the second argument of `var(--vr-token, …)`, with a token in the place of our own name for it. */
function findDefault(sheets: string, token: string): string {
  const nested = String.raw`(?:[^()]|\((?:[^()]|\([^()]*\))*\))*`
  const [, written] = new RegExp(String.raw`var\(--vr-${token}, (${nested})\)`).exec(sheets) ?? []
  if (written === undefined) throw new Error(`No style sheet reads --vr-${token}.`)
  return written === 'var(--_accent)' ? '--vr-color-primary' : written.replace(/^var\(--_([\w-]+)\)$/, '--vr-$1')
}

/** The results of each engine, as `npm run test:engines` writes them. */
type Counts = { passed: number; failed: number; notDriven: number }
type EngineResults = Record<string, { version: string; date: string; specs: Record<string, Counts> }>

const names = new Map([
  ['chromium', 'Chromium'],
  ['firefox', 'Firefox ESR'],
  ['webkitgtk', 'WebKitGTK'],
])

const engineResults: EngineResults = JSON.parse(source('e2e/engines/results.json'))

function engineTotals(): string {
  const rows = Object.entries(engineResults).map(([name, { version, date, specs }]) => {
    const sum = (key: keyof Counts) => String(Object.values(specs).reduce((total, counts) => total + counts[key], 0))
    return [`${names.get(name) ?? name} ${version}`, date, sum('passed'), sum('failed'), sum('notDriven')]
  })
  return markdownTable(['Engine', 'Day', 'Passed', 'Failed', 'Not driven'], rows)
}

function hostTotals(): string {
  const results: HostResults = JSON.parse(source('e2e/hosts/results.json'))
  const engines = [...new Set(Object.values(results).flatMap((byEngine) => Object.keys(byEngine)))]
  const rows = Object.entries(results).map(([host, byEngine]) => [
    host,
    ...engines.map((engine) => {
      const { day = '', promises = {} } = byEngine[engine] ?? ({} as Partial<HostResults[string][string]>)
      const statuses = Object.values(promises)
      return day && `${statuses.filter((status) => status === 'passed').length}/${statuses.length} (${day})`
    }),
  ])
  return markdownTable(['Host', ...engines], rows)
}
