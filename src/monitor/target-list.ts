/** The monitored sites: from a list, or the tools that the Civic data names. */
import { isIP } from 'node:net'
import * as z from 'zod/mini'
import { isOverrideForState, type Override } from '../contract/civic-data/override.ts'
import type { StateData } from '../contract/civic-data/state-data.ts'
import { parseSiteDescription } from '../contract/sites.ts'
import type { IsAllowedAddress } from './ssrf-guard.ts'
import type { SiteInput } from './store/store.ts'

const requiredText = () => z.string({ error: ({ input }) => (input === undefined ? 'is missing' : 'is not a text') })

const SiteList = z.array(
  z.strictObject(
    {
      url: requiredText(),
      /** The BFF finds the state in its first two letters (X26). */
      description: requiredText().check(
        z.trim(),
        z.minLength(1, 'is empty'),
        z.maxLength(256, 'has more than 256 characters'),
      ),
      mustContain: z.optional(requiredText().check(z.minLength(1, 'is empty'))),
    },
    {
      error: (issue) =>
        issue.code === 'unrecognized_keys' ? `has "${issue.keys.join('", "')}", which is unknown` : 'is not an object',
    },
  ),
)

/** @returns the sites, or every problem, each with its place in the list; it continues the name of the option */
export function parseSites(value: unknown, isAllowed: IsAllowedAddress): { sites: SiteInput[]; problems: string[] } {
  const list = SiteList.safeParse(value)
  if (!list.success) {
    const problems = list.error.issues.map(({ path, message }) => {
      const [index, key] = path
      return index === undefined
        ? 'must be a JSON array of objects with url and description.'
        : `has a mistake at site ${Number(index) + 1}: ${key === undefined ? 'it' : String(key)} ${message}.`
    })
    return { sites: [], problems }
  }
  const problems: string[] = []
  const indexByUrl = new Map<string, number>()
  const sites = list.data.map((site, index) => {
    const result = parseSiteUrl(site.url, isAllowed)
    if (result.type === 'invalid') {
      problems.push(`has a mistake at site ${index + 1}: ${result.message}`)
      return site
    }
    const firstIndex = indexByUrl.get(result.url)
    if (firstIndex !== undefined)
      problems.push(`has the same address as site ${firstIndex + 1} and site ${index + 1}: ${result.url}.`)
    indexByUrl.set(result.url, index)
    return { ...site, url: result.url }
  })
  return { sites: problems.length > 0 ? [] : sites, problems }
}

/** Problems of a valid list that an operator wrote. The list of an Uptime API may have sites of no state. */
export function findStateProblems(value: unknown): string[] {
  const { data: sites } = SiteList.safeParse(value)
  if (sites?.length === 0) return ['names no site.']
  return (sites ?? []).flatMap(({ description }, index) => {
    const parsed = parseSiteDescription(description)
    if (parsed === undefined || parsed.state !== undefined) return []
    const advice = `must begin with the state's two-letter code and a space, as in "MA Online Voter Registration"`
    return [`has a mistake at site ${index + 1}: description ${advice}, got "${description}".`]
  })
}

export function parseSiteUrl(
  text: string,
  isAllowed: IsAllowedAddress,
): { type: 'read'; url: string } | { type: 'invalid'; message: string } {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined) return createProblem(`"${text}" is not an absolute address.`)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return createProblem(`"${text}" is not http: or https:.`)
  if (url.username !== '' || url.password !== '')
    return createProblem(`the address of ${url.host} contains a user name or password.`)
  const hostname = url.hostname.replace(/^\[|\]$/g, '')
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  const literal = isLocal ? '127.0.0.1' : hostname
  if (isIP(literal) !== 0 && !isAllowed(literal)) {
    return createProblem(
      `"${text}" is not on the public network. To check it anyway, add its network to MONITOR_ALLOWED_NETWORKS.`,
    )
  }
  url.hash = ''
  return { type: 'read', url: url.href }
}

const createProblem = (message: string) => ({ type: 'invalid' as const, message })

/** The real monitor's names of the tools (X26). */
const toolNames: Readonly<Record<string, string>> = {
  gov_tool_registration: 'Online Voter Registration',
  gov_tool_verify: 'Voter Registration Status',
  gov_tool_polling_place: 'Polling Place Locator',
  gov_tool_absentee_request: 'Absentee Ballot Request',
  gov_tool_absentee_tracker: 'Absentee Ballot Tracker',
  gov_tool_provisional_tracker: 'Provisional Ballot Tracker',
  gov_tool_uocava: 'Military and Overseas Voters',
}

/** Returns the sites of a state: every field that is called `gov_tool_…` (R-U18; in version 1 `external_tool_…`, X26), and the
 *  regional addresses that replace them. An address that serves several fields is one site; only http(s) addresses count. */
export function getToolSites(
  { code, name, state_information: facts }: Pick<StateData, 'code' | 'name' | 'state_information'>,
  overrides: readonly Override[] = [],
): SiteInput[] {
  const stateTools = facts
    .filter(({ field_type: slug }) => isTool(slug))
    .map(({ field_type: slug, text }) => ({ url: text, description: `${code} ${getToolName(slug)}` }))
    .sort((a, b) => getToolOrder(a.description) - getToolOrder(b.description))
  const regional = overrides
    .filter((override) => isTool(override.field.slug) && isOverrideForState(override, { code, name }))
    .map(({ field, region, value }) => ({
      url: value,
      description: `${code} ${getToolName(field.slug)} (${region.name})`,
    }))
  const sites = new Map<string, SiteInput>()
  for (const { url, description } of [...stateTools, ...regional]) {
    const result = parseSiteUrl(url.trim(), () => true)
    if (result.type === 'read' && !sites.has(result.url)) sites.set(result.url, { url: result.url, description })
  }
  return [...sites.values()]
}

const isTool = (slug: string) => /^(gov|external)_tool(_|$)/.test(slug)

const getToolOrder = (description: string) => {
  const index = Object.values(toolNames).findIndex((name) => description.endsWith(name))
  return index < 0 ? 99 : index
}

function getToolName(slug: string): string {
  const words = slug.replace(/^(gov|external)_tool_?/, '').replaceAll('_', ' ')
  return toolNames[slug] ?? `Tool: ${words}`
}
