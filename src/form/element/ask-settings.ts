/** The requests of `diagnose()`: the settings, as the form asks for them. */

/** Replaces the status when a page arrived instead of settings. */
export const somethingElse = -1

/** Replaces the status when the BFF's partners file does not have the partner. */
export const unknownPartner = -2

/** Whether the response may be read when no script of the page has changed the request: the one of a new frame's `fetch`. */
export async function isReadByFreshFetch(url: URL): Promise<boolean> {
  const frame = document.createElement('iframe')
  frame.hidden = true
  document.body.append(frame)
  const { status } = await answers(url, 'cors', (...request) => (frame.contentWindow ?? window).fetch(...request))
  frame.remove()
  return status !== undefined
}

/** Returns the status (0 for one that may not be read, `undefined` without a response) and the settings' oldest version. */
export async function answers(
  url: URL,
  mode: RequestMode,
  ask = fetch,
): Promise<{ status?: number; least?: string; isDecided?: boolean }> {
  try {
    const response = await ask(url, { mode, credentials: 'omit', cache: 'no-store' })
    const { status } = response
    const settings: { least_form_version?: string; code?: string; prefill_off?: unknown } = await response
      .json()
      .catch(() => ({}))
    if (status !== 200) return { status: settings.code === 'partner_unknown' ? unknownPartner : status }
    if (response.headers.get('Content-Type')?.includes('json') !== true) return { status: somethingElse }
    const isDecided = settings.prefill_off !== undefined
    return {
      status,
      isDecided,
      ...(settings.least_form_version !== undefined && { least: settings.least_form_version }),
    }
  } catch {
    return {}
  }
}
