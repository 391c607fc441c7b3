/** The blocks of the pages in `docs` that are generated from code. A new table is a new entry; `node .ci/write-docs.mjs` writes them. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { formErrors } from '../../src/form/widget/flow/form-error-code.ts'
import { MonitorCommandOptions } from '../../src/monitor/commands/monitor-environment.ts'
import { MonitorOptions } from '../../src/monitor/options.ts'
import { SandboxCommandOptions } from '../../src/sandbox/commands/sandbox-options.ts'
import { SandboxSettings } from '../../src/sandbox/options.ts'
import { scenarios } from '../../src/sandbox/scenarios.ts'
import { runCli } from '../../src/server/commands/run-cli.ts'
import { BffOptions } from '../../src/server/config/options.ts'
import { optionHeads, optionRows } from '../../src/server/options/describe-options.ts'
import { partnerKeyHeads, partnerKeyRows } from '../../src/server/partners/partner-keys.ts'
import { criteriaOf } from './acr.ts'
import { dataMap } from './data-map.ts'
import { interfaceMembers } from './interface-members.ts'
import { code, type Generator, markdownTable } from './page-blocks.ts'
import { engineGaps, enginePromises, hostTables } from './result-tables.ts'
import { ruleTests } from './rule-tests.ts'
import { tokenTable } from './token-defaults.ts'
import { linkedType, typeReference } from './type-reference.ts'

const top = fileURLToPath(new URL('../..', import.meta.url))
const source = (file: string) => readFileSync(path.join(top, file), 'utf8')

/** The generator of each block by the block's name. */
export const generators: Readonly<Record<string, Generator>> = {
  'react-props': reactProps,
  events,
  attributes: () => attributesOf('voter-registration'),
  'state-facts-attributes': () => attributesOf('voter-state-facts'),
  parts,
  tokens: tokenTable,
  scenarios: () =>
    markdownTable(
      ['Scenario', 'What the service does', 'What the voter should see'],
      scenarios.map(({ name, upstream, voter }) => [code(name), escaped(upstream), escaped(voter)]),
    ),
  types: typeReference,
  'error-codes': errorCodes,
  commands,
  'bff-options': () => markdownTable(optionHeads, optionRows(BffOptions)),
  'partner-keys': () => markdownTable(partnerKeyHeads, partnerKeyRows()),
  'monitor-options': () => markdownTable(optionHeads, optionRows(MonitorCommandOptions, MonitorOptions)),
  'sandbox-options': () => markdownTable(optionHeads, optionRows(SandboxCommandOptions, SandboxSettings)),
  'data-map': () =>
    markdownTable(
      ['Data', 'Where it goes', 'Retention'],
      dataMap.map(({ data, goes, kept }) => [data, goes, kept]),
    ),
  acr: () =>
    markdownTable(
      ['WCAG', 'Level', 'Result', 'Remarks and tests'],
      (['a', 'aa'] as const).flatMap((level) =>
        criteriaOf(`success_criteria_level_${level}`).map((one) => [
          one.num,
          level.toUpperCase(),
          one.level.replaceAll('-', ' '),
          one.notes,
        ]),
      ),
    ),
  'rule-tests': ruleTable,
  'engine-promises': enginePromises,
  'engine-gaps': engineGaps,
  hosts: hostTables,
}

/** Returns the rules for which `docs/evidence/rules.md` explains in a sentence why no test covers them. */
export function unheldRules(): string[] {
  return [...source('docs/evidence/rules.md').matchAll(/^- \*\*([A-Z][-.\dA-Z]*\d)\*\*: .+\.$/gm)].map(
    ([, rule = '']) => rule,
  )
}

/** Returns the rule ids that `docs/evidence/rules.md` defines, in its order. Threats are defined in `docs/security.md`. */
export function definedRules(): string[] {
  const written = source('docs/evidence/rules.md').replaceAll(/<!-- generated: [\s\S]*?<!-- end -->/g, '')
  const rules = [...written.matchAll(/^\| ((?:R-[ACU]|X|B\.)\d+(?:\.\d+)?) \|/gm)].map(([, id = '']) => id)
  const threats = [...source('docs/security.md').matchAll(/^\| (\d+) \|/gm)].map(([, id]) => `threat ${id}`)
  return [...rules, ...threats]
}

function reactProps(): string {
  const file = source('src/form/widget/options.ts')
  const members = [
    ...interfaceMembers(file, 'VoterRegistrationOptions'),
    ...interfaceMembers(source('src/form/widget/voter-registration-props.ts'), 'VoterRegistrationProps'),
  ]
  return markdownTable(
    ['Prop', 'Type', 'What it does'],
    members.map(({ name, isOptional, type, says }) => [
      isOptional ? code(name) : `${code(name)} (required)`,
      linkedType(type),
      escaped(says),
    ]),
  )
}

function events(): string {
  const members = interfaceMembers(source('src/form/widget/options.ts'), 'VoterRegistrationCallbacks')
  return markdownTable(
    ['React prop', 'Element event', 'When', 'Detail, beside the common keys'],
    members.map(({ name, type, says }) => [
      code(name),
      code(`vr${name.slice(2).replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`),
      says,
      detailOf(type),
    ]),
  )
}

/** Returns the keys that are specific to a callback's detail. */
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
  return markdownTable(
    ['`code`', 'Meaning'],
    Object.entries(formErrors).map(([name, says]) => [code(name), says]),
  )
}

interface Manifest {
  modules: {
    declarations?: {
      tagName?: string
      attributes?: { name: string; type: { text: string }; default?: string; description: string }[]
      cssParts?: { name: string; description: string }[]
    }[]
  }[]
}

function declaration(tag: string) {
  const manifest: Manifest = JSON.parse(source('src/form/element/custom-elements.json'))
  const found = manifest.modules.flatMap(({ declarations = [] }) => declarations).find(({ tagName }) => tagName === tag)
  if (found === undefined) throw new Error(`custom-elements.json has no ${tag}.`)
  return found
}

function attributesOf(tag: string): string {
  const { attributes = [] } = declaration(tag)
  return markdownTable(
    ['Attribute', 'Value', 'What it does'],
    attributes
      // The attribution attributes have thirty spellings; the page explains them in a sentence.
      .filter(({ name }) => !/^(data-(override|default)-|utm[-_])/.test(name))
      .map(({ name, type, description }) => [code(name), code(type.text), escaped(description)]),
  )
}

function parts(): string {
  const { cssParts = [] } = declaration('voter-registration')
  return markdownTable(
    ['Part', 'What it is'],
    cssParts.map(({ name, description }) => [code(name), description]),
  )
}

async function commands(): Promise<string> {
  let help = ''
  await runCli(['--help'], {}, { out: (text) => (help += text), err: () => undefined })
  return `\`\`\`text\n${help.replace(/^ {2}--version .*$/m, '  --version       the version').trim()}\n\`\`\``
}

/** Returns the table of rules without threats: `docs/security.md` names their tests, and `security.test.ts` checks those. */
function ruleTable(): string {
  const rules = definedRules()
  const rows = [...ruleTests(top, rules)]
    .filter(([rule]) => !rule.startsWith('threat'))
    .sort(([a], [b]) => rules.indexOf(a) - rules.indexOf(b))
    .map(([rule, held]) => [rule, [...held].map(heldBy).join('; ')])
  return markdownTable(['Rule', 'Tests that hold it'], rows)
}

const heldBy = ([file, titles]: [string, string[]]) =>
  `${code(file)}: ${titles.map((title) => `“${escaped(withoutIds(title))}”`).join(', ')}`

/** Returns the title without the ids and the tag at its end: the row already shows them. */
const withoutIds = (title: string) => title.replace(/( \((threats? |rules? )?(R-|X\d|B\.|\d)[^()]*\))?( @main)?$/, '')

/** Escapes what Markdown would read as markup, except in code. */
const escaped = (text: string) =>
  text
    .split(/(`[^`]*`)/)
    .map((part, place) => (place % 2 === 0 ? part.replaceAll(/[<*]/g, '\\$&') : part))
    .join('')
