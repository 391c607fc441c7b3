/** Reads where a request belongs in a distributed trace: W3C Trace Context, as OpenTelemetry writes it. */

/** What the log says of a trace: 32 and 16 hexadecimal digits. */
export interface Trace {
  trace_id: string
  span_id: string
}

/** The trace that a `traceparent` header names; a new one when there is none, or none that can be read. */
export function traceOf(traceparent: string | undefined): Trace {
  const [, version, trace, span] = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(?:-.{0,200})?$/.exec(
    traceparent ?? '',
  ) ?? ['', 'ff']
  const known =
    version !== 'ff' && trace !== undefined && !/^0+$/.test(trace) && span !== undefined && !/^0+$/.test(span)
  if (known) return { trace_id: trace, span_id: span }
  const made = crypto.randomUUID().replaceAll('-', '') + crypto.randomUUID().replaceAll('-', '')
  return { trace_id: made.slice(0, 32), span_id: made.slice(32, 48) }
}
