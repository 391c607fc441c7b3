/** Reads what an address has. */

/** Time for one request, in milliseconds. */
const patience = 15_000

/** A page, a file or a log cannot be read. The message is a sentence. */
export class Unreadable extends Error {
  override name = 'Unreadable'

  /** @param status of the answer, if there was one */
  constructor(
    message: string,
    readonly status?: number,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

/** Whether a text is an address rather than the name of a file. */
export const isAddress = (text: string): boolean => /^https?:\/\//i.test(text)

/**
 * Reads an address.
 *
 * @returns the bytes, and the address after redirects
 * @throws Unreadable
 */
export async function readAddress(address: string): Promise<{ bytes: Uint8Array; url: string }> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(patience) })
    if (response.ok) return { bytes: new Uint8Array(await response.arrayBuffer()), url: response.url }
    throw new Unreadable(`${address} answers ${response.status}.`, response.status)
  } catch (error) {
    if (error instanceof Unreadable) throw error
    throw new Unreadable(`${address} cannot be read.`, undefined, { cause: error })
  }
}
