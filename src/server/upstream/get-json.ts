/** One read of an API of the service: with a deadline, a size limit, and all its ways to fail. */
import { joinUrl } from '../../contract/routes.ts'
import { readJson, retryAfter } from './read-reply.ts'
import { errorCode, NotSent, serviceHeaders, type Transport, type TransportReply } from './transport.ts'

export interface ReadFailure {
  type: 'failed'
  why: 'unreachable' | 'timeout' | 'unwelcome' | 'busy' | 'misunderstood' | 'broken'
  status?: number
  cause?: string
  retryAfter?: number
}

export type Got = { type: 'got'; value: unknown } | ReadFailure

export interface Reading {
  transport: Transport
  url: string
  /** The value of the `Authorization` header; by default none is sent. */
  authorization?: string | undefined
  deadline: number
  mostBytes: number
}

/** Reads `path`, with its query. Never throws, never follows a redirect. */
export async function getJson(path: string, reading: Reading): Promise<Got> {
  const { transport, url, authorization, deadline, mostBytes } = reading
  const signal = AbortSignal.timeout(Math.ceil(deadline))
  const headers = { ...serviceHeaders, ...(authorization !== undefined && { authorization }) }
  try {
    const reply = await transport({ url: joinUrl(url, path), method: 'GET', headers, body: '', signal })
    const got = await read(reply, mostBytes)
    return signal.aborted && got.type === 'failed' ? { type: 'failed', why: 'timeout' } : got
  } catch (error) {
    if (signal.aborted) return { type: 'failed', why: 'timeout' }
    return { type: 'failed', why: error instanceof NotSent ? 'unreachable' : 'broken', cause: errorCode(error) }
  }
}

export const unusable = (cause: string): ReadFailure => ({ type: 'failed', why: 'broken', status: 200, cause })

/** Retries once if that may help: nothing was sent, the connection broke, or the service had an internal error. */
export async function retryOnce(ask: () => Promise<Got>): Promise<Got> {
  const first = await ask()
  const isAccident = first.type === 'failed' && first.why === 'broken' && first.status !== 200
  return isAccident || (first.type === 'failed' && first.why === 'unreachable') ? ask() : first
}

async function read(reply: TransportReply, mostBytes: number): Promise<Got> {
  const { status } = reply
  if (status === 200) {
    const json = await readJson(reply, mostBytes)
    return json.type === 'read' ? { type: 'got', value: json.value } : unusable(json.why)
  }
  reply.discard()
  if (status === 401 || status === 403) return { type: 'failed', why: 'unwelcome', status }
  if (status === 429) {
    const seconds = retryAfter(reply, 60)
    return { type: 'failed', why: 'busy', status, ...(seconds !== undefined && { retryAfter: seconds }) }
  }
  return { type: 'failed', why: status >= 500 ? 'broken' : 'misunderstood', status }
}
