/** Parses the partners file; reports all its problems at once, each with the path of its key. */
import * as z from 'zod/mini'
import { labelProblems, offersTexts, type WordingOptions, wordingSettings } from '../consent/wording-settings.ts'
import { isSandbox } from '../crypto/keys.ts'
import { BffOptions } from '../options/bff-options.ts'
import { ConfigurationError, UnreadableFile } from '../options/errors.ts'
import { findProblems } from '../options/read-options.ts'
import { type Partner, partnerFrom } from './partner.ts'
import { PartnerEntry } from './partner-keys.ts'
import { readLook } from './read-look.ts'
import { writtenTexts } from './written-messages.ts'

/** Access to what a partners file refers to. */
export interface PartnersContext {
  /** Reads a file that an entry names, relative to the folder of the partners file; throws when it cannot. */
  readText: (file: string) => string
  /** The same as bytes. */
  readBytes: (file: string) => Uint8Array<ArrayBuffer>
  env: Readonly<Record<string, string | undefined>>
}

/** The entries of a partners file, each checked by itself. */
type Entries = readonly (readonly [id: string, entry: PartnerEntry])[]

/**
 * Returns the partners of a file, by name.
 *
 * @param text content of the file
 * @param options of the server, without problems: defaults for the entries
 * @throws ConfigurationError that lists every problem, each with the path of its key; never a secret
 */
export function readPartners(
  text: string,
  options: BffOptions,
  surroundings: PartnersContext,
): ReadonlyMap<string, Partner> {
  const { entries, problems } = entriesIn(text)
  const partners = entries.map(([id, entry]) => {
    const own = optionsFor(entry, options)
    const serviceKey = keyOf(id, entry, options, surroundings, problems)
    const worn = entry.look && readLook(entry.look, `${id}.look`, surroundings.readBytes)
    problems.push(...(worn?.problems ?? []), ...wordingProblems(id, entry, own), ...approvalProblems(id, own))
    const { languages, notices } = entry
    const messages = writtenTexts(entry.messages)
    return [id, own, { id, serviceKey, look: worn?.look, languages, messages, notices }] as const
  })
  if (problems.length > 0) throw new ConfigurationError(problems)
  return new Map(partners.map(([id, own, more]) => [id, partnerFrom(own, more)]))
}

/**
 * Returns the options of one partner's consent block, approved or not: for the page that the operator approves.
 *
 * @throws ConfigurationError when the file cannot be used, or has no such partner
 */
export function partnerWordingOptions(text: string, id: string, options: WordingOptions): WordingOptions {
  const { entries, problems } = entriesIn(text)
  const entry = new Map(entries).get(id)
  if (problems.length === 0 && entry === undefined) {
    problems.push(`There is no partner "${id}"; there are ${entries.map(([name]) => name).join(', ')}.`)
  }
  if (entry === undefined || problems.length > 0) throw new ConfigurationError(problems)
  return { ...options, ...wordingOptionsFor(entry, options) }
}

/** Returns the time zone of a partner's days; none without an entry, or without a zone in it. */
export function partnerTimeZone(text: string, id: string): string | undefined {
  return new Map(entriesIn(text).entries).get(id)?.time_zone
}

/** A name that is used in URLs and logs. */
const idPattern = /^[\w.-]{1,64}$/

function entriesIn(text: string): { entries: Entries; problems: string[] } {
  let written: unknown
  try {
    written = JSON.parse(text)
  } catch {
    return { entries: [], problems: ['The file is not JSON.'] }
  }
  const { success, data = {} } = z.record(z.string(), z.unknown()).safeParse(written)
  if (!success || Array.isArray(written)) {
    return { entries: [], problems: ['The file is not an object with an entry for each partner.'] }
  }
  const all = Object.entries(data)
  const problems = all.flatMap(([id, entry]) => problemsOf(id, entry))
  const entries = all.flatMap(([id, entry]) => {
    const parsed = PartnerEntry.safeParse(entry)
    return parsed.success ? [[id, parsed.data] as const] : []
  })
  return { entries, problems }
}

function problemsOf(id: string, written: unknown): string[] {
  if (!idPattern.test(id)) return [`"${id}" is no name for a partner: 1 to 64 letters, digits, ".", "_" and "-".`]
  if (!z.record(z.string(), z.unknown()).safeParse(written).success)
    return [`${id} is not an object with the keys of a partner.`]
  return findProblems(PartnerEntry, written).map(({ option, says }) => `${id}.${option} ${says}`)
}

/** Returns the server's options, where the partner's own replace them. */
function optionsFor(entry: PartnerEntry, options: BffOptions): BffOptions {
  const { allowed_origins = options.allowedOrigins, official_site_url = options.officialSiteUrl } = entry
  const { check_registration_url = options.checkRegistrationUrl, under_18_url = options.under18Url } = entry
  const wordingApproved = [...(options.wordingApproved ?? []), ...(entry.wording_approved ?? [])]
  return {
    ...options,
    ...wordingOptionsFor(entry, options),
    wordingApproved,
    allowedOrigins: allowed_origins,
    officialSiteUrl: official_site_url,
    checkRegistrationUrl: check_registration_url,
    under18Url: under_18_url,
  }
}

function wordingOptionsFor(entry: PartnerEntry, options: WordingOptions) {
  const { name, privacy_url, sms_program, wording } = entry
  return {
    partnerName: name,
    partnerPrivacyUrl: privacy_url,
    partnerSmsProgram: sms_program !== undefined,
    partnerSmsName: sms_program?.name,
    partnerSmsMonthly: sms_program?.monthly,
    partnerSmsCode: sms_program?.code,
    wording: wording ?? options.wording,
  }
}

/** Problems of a custom wording: it must name the text-message program, if there is one. */
function wordingProblems(id: string, { wording }: PartnerEntry, own: BffOptions): string[] {
  if (!offersTexts(own)) return []
  return labelProblems(wording).map((problem) => `${id}.wording ${problem}`)
}

/** Against a real service the operator must have approved each partner's English text, with its names and links (R-A22). */
function approvalProblems(id: string, options: BffOptions): string[] {
  const version = wordingSettings(options)?.wording.en.version
  if (version === undefined || isSandbox(options) || options.wordingApproved?.includes(version) === true) return []
  return [
    `${id}.wording_approved does not name ${version}, the English consent wording with this partner's name and links. Show the page that \`voter-registration-server wording --partner ${id}\` prints to the operator and, once it is approved (R-A22), add ${version}.`,
  ]
}

const { apiKeyId, apiKeySecret } = BffOptions.shape

/** Reads the partner's own key, as `id:secret` in a file or a variable. No problem contains its value. */
function keyOf(
  id: string,
  { key_file, key_variable }: PartnerEntry,
  options: BffOptions,
  { readText, env }: PartnersContext,
  problems: string[],
): Partner['serviceKey'] {
  const [path, name] = key_file === undefined ? [`${id}.key_variable`, key_variable] : [`${id}.key_file`, key_file]
  if (name === undefined) return undefined
  if (key_file !== undefined && key_variable !== undefined) {
    problems.push(`${path} is set together with ${id}.key_variable. Keep one of the two.`)
    return undefined
  }
  const value = key_file === undefined ? env[name]?.trim() : tryRead(name, readText)
  if (value === undefined || value === '') {
    const what = key_file === undefined ? 'variable that is not set' : 'file that is empty'
    problems.push(`${path} names a ${what}: "${name}".`)
    return undefined
  }
  if (value instanceof UnreadableFile) {
    problems.push(`${path} ${value.message}`)
    return undefined
  }
  const [keyId, secret] = splitOnce(value)
  const isKey = apiKeyId.safeParse(keyId).success && apiKeySecret.safeParse(secret).success
  if (!isKey) {
    problems.push(`${path} names no API key as the operator shows it, id:secret (its value is not shown here).`)
    return undefined
  }
  if (isSandbox({ apiKeyId: keyId }) !== isSandbox(options)) {
    problems.push(`${path} and API_KEY_ID are not for the same service: one of them is the sandbox's key.`)
  }
  return { id: keyId, key: { authorization: `Basic ${btoa(`${keyId}:${secret}`)}` } }
}

function tryRead(file: string, readText: (file: string) => string): string | UnreadableFile {
  try {
    return readText(file).trim()
  } catch (error) {
    return UnreadableFile.from(error, file)
  }
}

function splitOnce(value: string): [string, string] {
  const at = value.indexOf(':')
  return at < 0 ? [value, ''] : [value.slice(0, at), value.slice(at + 1)]
}
