/** The source of Civic data for the commands: the API that the environment names, else the sample in this package. */
import { sandboxKey } from '../../sandbox/basic-auth.ts'
import { createSandbox } from '../../sandbox/create-sandbox.ts'
import { type CivicAnswered, type CivicClient, toCivicClient } from '../../server/civic-data/civic-client.ts'
import { CommandError } from '../../server/commands/terminal.ts'
import { civicFromEnvironment } from '../../server/options/api-access.ts'
import type { Environment } from '../../server/options/read-options.ts'
import { type CivicFailure, civicUpstream } from '../../server/upstream/civic-upstream.ts'
import { fetchTransport } from '../../server/upstream/transport.ts'

/** Returns the client, and whether it reads the sample. @throws ConfigurationError when `CIVIC_…` is set but cannot work */
export function createCivicSource(env: Environment): { client: CivicClient; isSample: boolean } {
  const access = civicFromEnvironment(env)
  if (access !== undefined) return { client: toCivicClient(civicUpstream(access, fetchTransport())), isSample: false }
  const sandbox = createSandbox()
  const sample = { url: 'http://127.0.0.1:8788', authorization: `Basic ${btoa(sandboxKey)}`, version: 2 } as const
  const transport = fetchTransport((url, init) => sandbox.fetch(new Request(url, init)))
  return { client: toCivicClient(civicUpstream(sample, transport)), isSample: true }
}

export const sampleNote =
  'Sample data, never guidance for voters. Set CIVIC_URL, CIVIC_KEY_ID and CIVIC_KEY_SECRET for real data.\n'

/** @throws CommandError that says why the service has no answer */
export function requireAnswer<Value>(answer: CivicAnswered<Value>, prefix = ''): Value {
  if (answer.type === 'kept') return answer.value
  const { reason, status, cause } = answer
  const detail = [status !== undefined && `status ${status}`, cause].filter(Boolean).join(', ')
  throw new CommandError(
    `${prefix}The Civic Data service ${failureTexts[reason]}${detail === '' ? '' : ` (${detail})`}.`,
    1,
  )
}

const failureTexts: Record<CivicFailure['reason'], string> = {
  unreachable: 'cannot be reached; see CIVIC_URL',
  timeout: 'does not respond in time',
  unauthorized: 'does not accept the key; see CIVIC_KEY_ID and CIVIC_KEY_SECRET',
  busy: 'is overloaded; try again later',
  contract_error: 'does not know this resource; see CIVIC_URL and CIVIC_VERSION',
  broken: 'returned an unusable response',
}
