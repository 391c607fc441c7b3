/** Where `civic show` reads from: the Civic Data API that the environment names, else the package's own sample. */
import { civicFromEnvironment } from '../bff/config/environment.ts'
import { type CivicUpstream, civicUpstream } from '../bff/upstream/civic-upstream.ts'
import { fetchTransport } from '../bff/upstream/transport-fetch.ts'
import type { Environment } from '../options/read-environment.ts'
import { createSandbox } from '../sandbox/create-sandbox.ts'
import { sandboxKey } from '../sandbox/sandbox-key.ts'

/**
 * The source.
 *
 * @throws ConfigurationError when `CIVIC_…` is there but cannot work
 */
export function civicSource(env: Environment): { upstream: CivicUpstream; isSample: boolean } {
  const access = civicFromEnvironment(env)
  if (access !== undefined) return { upstream: civicUpstream(access, fetchTransport()), isSample: false }
  const sandbox = createSandbox()
  const sample = { url: 'http://127.0.0.1:8788', authorization: `Basic ${btoa(sandboxKey)}`, version: 2 } as const
  const transport = fetchTransport((url, init) => sandbox.fetch(new Request(url, init)))
  return { upstream: civicUpstream(sample, transport), isSample: true }
}
