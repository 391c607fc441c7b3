/** `voter-registration-server verify`: which release a page runs, whether the log has it, and which byte differs. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { readOperatorText } from '../../config/operator-file.ts'
import { ownFolder } from '../../script-files/script-files.ts'
import { createTask, type ExitCode, type Terminal } from '../create-task.ts'
import { table } from '../table.ts'
import { integrityOf, LogBroken, type Release, readLog } from './release-log.ts'

/** Reads a file by its name; `undefined` when there is none. */
type Read = (name: string) => Promise<Uint8Array | undefined>

/** Time for one request, in milliseconds. */
const patience = 15_000

/** Runs `verify`; see `Task`. */
export const verifyTask = createTask('voter-registration-server verify', {
  summary: 'which release a page runs, whether the log has it, and which byte differs',
  details: `Reads the page, finds the form's script, and compares every file of its folder with the log of releases. Of a file that
differs it names the first byte, if the true file is in this package or in --true. Exits with 1 if anything differs.`,
  words: '[PAGE]',
  flags: {
    files: { type: 'string', value: 'FOLDER', what: 'checks the files of a folder instead of a page' },
    log: { type: 'string', value: 'LOG', what: 'the log of releases: a file, or its address' },
    key: { type: 'string', value: 'FILE', what: 'the public key (PEM) that signs the log' },
    true: { type: 'string', value: 'FOLDER', what: "the true files; default: this package's own" },
  },
  async run([page], { files, log, key, true: trueFolder = ownFolder }, _env, terminal) {
    if (log === undefined || key === undefined) return 'Name --log and --key.'
    if ((page === undefined) === (files === undefined)) return 'Name a page, or --files FOLDER.'
    try {
      const text = isAddress(log) ? (await getText(log)).text : await readFile(log, 'utf8')
      const releases = readLog(text, readOperatorText(key))
      const names = new Set(releases.flatMap((release) => Object.keys(release.files)))
      const base = files === undefined ? await scriptBase(page ?? '', names) : undefined
      const read = base === undefined ? fromFolder(files ?? '') : fromAddress(base)
      return await compare(releases, { read, readTrue: fromFolder(trueFolder), place: base ?? files ?? '' }, terminal)
    } catch (error) {
      if (!(error instanceof LogBroken || error instanceof Unreadable)) throw error
      terminal.err(`${error.message}\n`)
      return 1
    }
  },
})

/** The page or the log cannot be read. The message is a sentence. */
class Unreadable extends Error {
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

async function compare(
  releases: readonly Release[],
  { read, readTrue, place }: { read: Read; readTrue: Read; place: string },
  { out }: Terminal,
): Promise<ExitCode> {
  const names = [...new Set(releases.flatMap((release) => Object.keys(release.files)))].sort()
  const found = new Map(await Promise.all(names.map(async (name) => [name, await read(name)] as const)))
  const hashes = new Map([...found].map(([name, bytes]) => [name, bytes && integrityOf(bytes)]))
  const matches = ({ files }: Release) =>
    Object.entries(files).filter(([name, { integrity }]) => hashes.get(name) === integrity).length
  const most = Math.max(...releases.map(matches))
  const best = releases.filter((release) => matches(release) === most).at(-1)
  if (best === undefined || matches(best) === 0) {
    out(`${place}\nNo file is one of a release in the log.\n`)
    return 1
  }
  const rows: string[][] = []
  for (const [name, { integrity, size }] of Object.entries(best.files)) {
    const bytes = found.get(name)
    const isSame = hashes.get(name) === integrity
    const difference = isSame ? '' : differenceOf(bytes, await readTrue(name), integrity, size)
    rows.push([name, isSame ? 'same' : bytes === undefined ? 'not there' : 'differs', difference])
  }
  const wrong = rows.filter(([, state]) => state === 'differs').length
  out(
    `${place}\nRelease ${best.version} of ${best.released}, in line ${releases.indexOf(best) + 1} of ${releases.length} of the log.\n`,
  )
  out(table(['file', 'state', 'difference'], rows))
  out(
    wrong === 0
      ? 'All files that are there are those of the release.\n'
      : `${wrong} of ${rows.length} files are not those of the release.\n`,
  )
  return wrong === 0 ? 0 : 1
}

/** Names the first byte that differs, if the true file is at hand. */
function differenceOf(
  bytes: Uint8Array | undefined,
  trueBytes: Uint8Array | undefined,
  integrity: string,
  size: number,
): string {
  if (bytes === undefined) return ''
  if (trueBytes === undefined || integrityOf(trueBytes) !== integrity) return `${bytes.length} bytes instead of ${size}`
  const at = trueBytes.findIndex((byte, index) => bytes[index] !== byte)
  const index = at === -1 ? trueBytes.length : at
  return `byte ${index + 1} of ${size} is ${hex(bytes[index])} instead of ${hex(trueBytes[index])}`
}

const hex = (byte: number | undefined) => (byte === undefined ? 'the end' : `0x${byte.toString(16).padStart(2, '0')}`)

const isAddress = (text: string) => /^https?:\/\//.test(text)

/** Returns the address of the folder from which a page loads the form's script. */
async function scriptBase(page: string, names: ReadonlySet<string>): Promise<string> {
  if (!isAddress(page))
    throw new Unreadable(`"${page}" is not the address of a page, such as https://www.example.org/register.`)
  const { text, url } = await getText(page)
  for (const tag of text.split(/<script\b/i).slice(1)) {
    const [, double, single, bare] = /^[^>]*?\ssrc\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/i.exec(tag) ?? []
    const source = (double ?? single ?? bare ?? '').replaceAll('&amp;', '&')
    const address = URL.canParse(source, url) ? new URL(source, url) : undefined
    if (address !== undefined && names.has(path.posix.basename(address.pathname))) return new URL('.', address).href
  }
  throw new Unreadable(
    `${page} has no script tag of the form. If another script adds it, name the folder's files with --files.`,
  )
}

/** A host need not have every file: what is not there does not run. */
const fromAddress =
  (base: string): Read =>
  async (name) => {
    try {
      return (await get(new URL(name, base).href)).bytes
    } catch (error) {
      if (error instanceof Unreadable && (error.status === 404 || error.status === 410)) return undefined
      throw error
    }
  }

const fromFolder =
  (folder: string): Read =>
  async (name) => {
    const file = path.join(folder, path.basename(name))
    return existsSync(file) ? await readFile(file) : undefined
  }

async function getText(address: string): Promise<{ text: string; url: string }> {
  const { bytes, url } = await get(address)
  return { text: new TextDecoder().decode(bytes), url }
}

/** @returns the bytes, and the address after redirects */
async function get(address: string): Promise<{ bytes: Uint8Array; url: string }> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(patience) })
    if (response.ok) return { bytes: new Uint8Array(await response.arrayBuffer()), url: response.url }
    throw new Unreadable(`${address} answers ${response.status}.`, response.status)
  } catch (error) {
    if (error instanceof Unreadable) throw error
    throw new Unreadable(`${address} cannot be read.`, undefined, { cause: error })
  }
}
