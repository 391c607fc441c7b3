/** Reads the Civic Data API and the Uptime API once, as the BFF does, and reports what of their answers it could not use. */
import { type CivicAccess, civicUpstream } from '../../upstream/civic-upstream.ts'
import type { ReadFailure } from '../../upstream/get-json.ts'
import type { Transport } from '../../upstream/transport.ts'
import { undiciTransport } from '../../upstream/transport-undici.ts'
import { type UptimeAccess, uptimeUpstream } from '../../upstream/uptime-upstream.ts'
import type { Finding } from './finding.ts'

/** Timeout of each read, in milliseconds. */
const patience = 15_000

/** The state whose data are read: any has some. */
const sampleState = 'MA'

/** Maximum number of departures from the specification that are named. */
const maxNamed = 3

/** Reads the definitions, one state and the overrides of the Civic Data API. */
export function askCivic(access: CivicAccess): Promise<Finding[]> {
  return withTransport(access.url, async (transport) => {
    const civic = civicUpstream(access, transport, patience)
    const fields = await civic.fields()
    const state = await civic.state(sampleState)
    const overrides = await civic.overrides()
    const facts = state.type === 'read' ? { ...state, value: state.value.state_information } : state
    const key = 'Is CIVIC_KEY_ID with CIVIC_KEY_SECRET a key of this API, with an active subscription?'
    return [
      findingOf('CIVIC_URL fields', fields, 'definitions', key),
      findingOf(`CIVIC_URL ${sampleState}`, facts, 'facts', key),
      findingOf('CIVIC_URL overrides', overrides, 'regional values', key),
    ]
  })
}

/** Reads the sites of the Uptime API. */
export function askUptime(access: UptimeAccess): Promise<Finding[]> {
  return withTransport(access.url, async (transport) => {
    const sites = await uptimeUpstream(access, transport, patience).sites()
    const list = sites.type === 'read' ? { ...sites, value: sites.items } : sites
    const key = 'Does this API want UPTIME_KEY_ID and UPTIME_KEY_SECRET, or none?'
    return [findingOf('UPTIME_URL sites', list, 'sites', key)]
  })
}

async function withTransport(url: string, read: (transport: Transport) => Promise<Finding[]>): Promise<Finding[]> {
  const transport = undiciTransport(url)
  try {
    return await read(transport.send)
  } finally {
    await transport.close()
  }
}

type Read = { type: 'read'; value: readonly unknown[]; departures: readonly string[] }

/** What was read, or why nothing was. The form works without these data, so nothing of it is a problem. */
function findingOf(name: string, reply: Read | ReadFailure, what: string, key: string): Finding {
  if (reply.type === 'read') {
    const { value, departures } = reply
    const seen = `${value.length} ${what}`
    if (departures.length === 0) return { name, state: 'ok', seen }
    const more = departures.length > maxNamed ? `; and ${departures.length - maxNamed} more` : ''
    const todo = 'The answer is not as the specification has it. What cannot be used is left out; tell the operator.'
    return { name, state: 'warning', seen: `${seen}; ${departures.slice(0, maxNamed).join('; ')}${more}`, todo }
  }
  const { why, status, cause } = reply
  const seen = [why, status, cause].filter((one) => one !== undefined).join(' ')
  if (why === 'unwelcome') return { name, state: 'warning', seen, todo: key }
  const isOther = status === 200 || why === 'misunderstood'
  const todo = isOther
    ? `This is not how the API answers. Is ${name.replace(/ .*/, '')} right?`
    : 'Try again later; if it goes on, ask the operator.'
  return { name, state: 'warning', seen, todo }
}
