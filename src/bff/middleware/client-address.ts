/** Finds out from which address a request comes. `X-Forwarded-For` can be written by anyone, so only as many of its
 *  entries are believed as there are proxies of ours, counted from the right. */
import { type Address, readAddress } from './ip-address.ts'

/** What tells the address of a request. */
export interface Sender {
  /** The other end of the connection, `undefined` where the host does not tell. */
  peer: string | undefined
  /** `X-Forwarded-For` as it came. */
  forwardedFor: string | undefined
}

/**
 * The client's address.
 *
 * @param hops how many proxies stand in front of this server, each of which appends the address it sees to
 * `X-Forwarded-For`; with 0 the header is not read. When the header has fewer entries, or the one that counts is no
 * address, the request has not come the whole way, and the peer counts
 * @returns `undefined` when nothing tells
 */
export function clientAddress({ peer, forwardedFor }: Sender, hops: number): Address | undefined {
  const behind = peer === undefined ? undefined : readAddress(peer)
  if (hops === 0 || forwardedFor === undefined) return behind
  const entries = forwardedFor.split(',')
  const entry = entries.length >= hops ? entries.at(-hops) : undefined
  return (entry === undefined ? undefined : readAddress(withoutPort(entry.trim()))) ?? behind
}

/** Some proxies write a port: `203.0.113.9:4711`, `[2001:db8::1]:4711`. */
function withoutPort(entry: string): string {
  const [, bracketed] = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(entry) ?? []
  const [, v4] = /^(\d[\d.]*):\d{1,5}$/.exec(entry) ?? []
  return bracketed ?? v4 ?? entry
}
