/** The BFF behind the README's picture. */
import { type Bff, createBff } from '../create-bff.ts'
import { memoryStore } from '../store/memory-store.ts'
import { fetchTransport } from '../upstream/transport.ts'
import { partnerOrigin, realOptions } from './bff-requests.ts'

/** Creates a BFF whose service is not called a sandbox, so that no screen says that it is for practice. */
export function bffOfPicture(service: typeof globalThis.fetch, now: number): Bff {
  const options = { ...realOptions(), upstreamUrl: 'https://api.service.example', apiKeySecret: 'not-a-secret' }
  return createBff(
    { ...options, allowedOrigins: [partnerOrigin], rateLimits: false, logLevel: 'error' },
    { transport: fetchTransport(service), clock: { now: () => now }, log: () => undefined, store: memoryStore() },
  )
}
