/** The record of released script files: a log with one signed line for each release, each with the hash of the line before. */
import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import * as z from 'zod/mini'

const ReleasedFile = z.object({
  /** Bytes. */
  size: z.number(),
  /** As in an `integrity` attribute: `sha384-…`. */
  integrity: z.string(),
  /** The packages that it contains, as `react@19.2.0`, from the package's list of components. */
  components: z.array(z.string()),
})
export type ReleasedFile = z.infer<typeof ReleasedFile>

const Release = z.object({
  version: z.string(),
  /** The day, UTC. */
  released: z.string(),
  /** All files of the version, by name. */
  files: z.record(z.string(), ReleasedFile),
  /** SHA-256 of the line before, in hex; `null` in the first one. */
  previous: z.nullable(z.string()),
})
export type Release = z.infer<typeof Release>

/** A line. The release is text, so that exactly what is signed is there. */
const Line = z.object({ release: z.string(), signature: z.string() })

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** Returns the hash of a file's bytes, as in an `integrity` attribute. */
export const integrityOf = (bytes: Uint8Array) => `sha384-${createHash('sha384').update(bytes).digest('base64')}`

/**
 * Returns a log with one more line.
 *
 * @param log the log so far; empty for the first release
 * @param privateKey Ed25519, PEM
 * @throws LogBroken when the key is none, the log so far is not one of this key, or has the version already
 */
export function appendRelease(
  log: string,
  { version, released, files }: Omit<Release, 'previous'>,
  privateKey: string,
): string {
  const key = ed25519Key(() => createPrivateKey(privateKey), 'private Ed25519 key (PEM, without a passphrase)')
  const before = readLog(log, createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString())
  if (before.some((one) => one.version === version))
    throw new LogBroken(`The log has version ${version} already. Released files never change: release another version.`)
  const last = linesOf(log).at(-1)
  const release = JSON.stringify({ version, released, files, previous: last === undefined ? null : sha256(last) })
  const signature = sign(null, Buffer.from(release), key).toString('base64')
  return `${linesOf(log).concat(JSON.stringify({ release, signature })).join('\n')}\n`
}

/**
 * Returns the releases of a log, oldest first.
 *
 * @param publicKey Ed25519, PEM
 * @throws LogBroken when the key is none, or with the first line that is not signed with this key, or does not follow the one before
 */
export function readLog(log: string, publicKey: string): Release[] {
  const key = ed25519Key(() => createPublicKey(publicKey), 'public Ed25519 key (PEM)')
  const lines = linesOf(log)
  return lines.map((text, index) => {
    const line = `Line ${index + 1} of the log`
    const { data } = Line.safeParse(parsed(text))
    if (data === undefined) throw new LogBroken(`${line} is not a line of a log.`)
    if (!verify(null, Buffer.from(data.release), key, Buffer.from(data.signature, 'base64')))
      throw new LogBroken(`${line} is not signed with this key.`)
    const release = Release.parse(JSON.parse(data.release))
    const before = lines[index - 1]
    if (release.previous !== (before === undefined ? null : sha256(before)))
      throw new LogBroken(`${line} does not follow the line before: one was changed, removed or added.`)
    return release
  })
}

function ed25519Key(read: () => KeyObject, what: string): KeyObject {
  let key: KeyObject | undefined
  try {
    key = read()
  } catch {
    // Not even a key.
  }
  if (key?.asymmetricKeyType !== 'ed25519') throw new LogBroken(`The key is no ${what}.`)
  return key
}

/** The log, or what is to be added, is not as it must be. The message is a sentence. */
export class LogBroken extends Error {
  override name = 'LogBroken'
}

const linesOf = (log: string) => log.split('\n').filter((line) => line !== '')

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
