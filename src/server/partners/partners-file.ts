/** Reads the partners file, an entry at a time; reports every problem, each with the path of its key. */
import path from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import * as z from 'zod/mini'
import { createWordingSettings, labelProblems, offersTexts, type WordingOptions } from '../consent/wording-settings.ts'
import { formatBasicAuth, isSandbox } from '../crypto/keys.ts'
import { consoleLog, type Log } from '../observability/log.ts'
import {
  createLoadedFile,
  type FileContent,
  type LoadedFile,
  readOperatorFile,
  readOperatorText,
} from '../operator-files.ts'
import { BffOptions, variables } from '../options/bff-options.ts'
import { ConfigurationError, FileError } from '../options/option.ts'
import { findProblems } from '../options/read-options.ts'
import { parseBranding } from './branding.ts'
import { createPartner, type Partner } from './partner.ts'
import { PartnerEntry, toPartnerMessages } from './partner-keys.ts'

/** The partners by name; `undefined` for one whose entry was never valid. */
export type PartnersByName = ReadonlyMap<string, Partner | undefined>

/** The partners of a file: pass it to `createBff` as `partners`. */
export type LoadedPartners = LoadedFile<PartnersByName>

/** Reads the partners file that the options name, and again with `reloadFiles()`. An entry that is invalid is logged
 *  (`entries_rejected`), and its partner's forms are rejected.
 *  @param log default: the console
 *  @throws ConfigurationError when no entry can be used; never a secret */
export async function loadPartners(options: BffOptions, log: Log = consoleLog()): Promise<LoadedPartners> {
  return createLoadedFile(await readPartnersFile(options), (previous) => readPartnersFile(options, previous), log)
}

/** Yields to requests between two entries. An invalid entry keeps its previous content. */
async function readPartnersFile(options: BffOptions, previous?: PartnersByName): Promise<FileContent<PartnersByName>> {
  const { partnersFile: file = '' } = options
  const nameProblems = (problems: readonly string[]) =>
    problems.map((problem) => `${variables.partnersFile} ("${file}"): ${problem}`)
  const toPath = (name: string) => path.resolve(path.dirname(path.resolve(file)), name)
  const context: PartnersContext = {
    readText: (name) => readOperatorText(toPath(name), name),
    readBytes: (name) => Uint8Array.from(readOperatorFile(toPath(name), name)),
    env: process.env,
  }
  const { entries, problem } = parseEntries(readPartnersText(file))
  const problems = problem === undefined ? [] : [problem]
  const partners = new Map<string, Partner | undefined>()
  let hasValidEntry = false
  for (const [id, entry] of entries) {
    await nextTurn()
    const result = parseEntry(id, entry, { options, context })
    partners.set(id, 'partner' in result ? result.partner : previous?.get(id))
    if ('problems' in result) problems.push(...result.problems)
    else hasValidEntry = true
  }
  const isUnusable = problem !== undefined || (entries.length > 0 && !hasValidEntry)
  if (isUnusable) throw new ConfigurationError(nameProblems(problems))
  return { value: partners, problems: nameProblems(problems) }
}

/** `undefined` where no file names one. @throws ConfigurationError when the file cannot be read */
export function readTimeZone({ partnersFile }: Pick<BffOptions, 'partnersFile'>, id: string): string | undefined {
  if (partnersFile === undefined) return undefined
  const entry = new Map(parseEntries(readPartnersText(partnersFile)).entries).get(id)
  return PartnerEntry.safeParse(entry).data?.time_zone
}

export function readPartnersText(file: string): string {
  try {
    return readOperatorText(path.resolve(file), file)
  } catch (error) {
    throw new ConfigurationError([`${variables.partnersFile} ${FileError.from(error, file).message}`])
  }
}

/** The options of one partner's consent block, approved or not. @throws ConfigurationError for a bad file or no such partner */
export function partnerWordingOptions(text: string, id: string, options: WordingOptions): WordingOptions {
  const { entries, problem } = parseEntries(text)
  if (problem !== undefined) throw new ConfigurationError([problem])
  const entry = new Map(entries).get(id)
  const names = entries.map(([name]) => name).join(', ')
  if (entry === undefined) throw new ConfigurationError([`There is no partner "${id}". The partners are ${names}.`])
  const { success, data } = PartnerEntry.safeParse(entry)
  if (!success) throw new ConfigurationError(findEntryProblems(id, entry))
  return { ...options, ...wordingOptionsFor(data, options) }
}

type Entries = readonly (readonly [id: string, entry: unknown])[]

export function parseEntries(text: string): { entries: Entries; problem?: string } {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return { entries: [], problem: 'The file is not JSON.' }
  }
  const { success, data = {} } = z.record(z.string(), z.unknown()).safeParse(json)
  if (success && !Array.isArray(json)) return { entries: Object.entries(data) }
  return { entries: [], problem: 'The file is not an object with an entry for each partner.' }
}

export interface PartnersContext {
  /** Reads a file that an entry names, relative to the folder of the partners file; throws when it cannot. */
  readText: (file: string) => string
  readBytes: (file: string) => Uint8Array<ArrayBuffer>
  env: Readonly<Record<string, string | undefined>>
}

/** Reads an entry. `options` are those of the server, without problems: defaults for the entry. */
export function parseEntry(
  id: string,
  input: unknown,
  { options, context }: { options: BffOptions; context: PartnersContext },
): { partner: Partner } | { problems: string[] } {
  const { success, data: entry } = PartnerEntry.safeParse(input)
  if (!success || !idPattern.test(id)) return { problems: findEntryProblems(id, input) }
  const ownOptions = optionsFor(entry, options)
  const key = readKey(id, entry, { options, context })
  const branding = entry.branding && parseBranding(entry.branding, `${id}.branding`, context.readBytes)
  const problems = [
    ...(typeof key === 'string' ? [key] : []),
    ...(branding?.problems ?? []),
    // A custom wording must name the text-message program, if there is one.
    ...(offersTexts(ownOptions) ? labelProblems(entry.wording).map((problem) => `${id}.wording ${problem}`) : []),
    ...approvalProblems(id, ownOptions),
  ]
  if (typeof key === 'string' || problems.length > 0) return { problems }
  const { languages, notices } = entry
  const messages = toPartnerMessages(entry.messages)
  return {
    partner: createPartner(ownOptions, {
      id,
      serviceKey: key,
      branding: branding?.branding,
      languages,
      messages,
      notices,
    }),
  }
}

const idPattern = /^[\w.-]{1,64}$/

function findEntryProblems(id: string, input: unknown): string[] {
  if (!idPattern.test(id))
    return [`"${id}" is not a name for a partner. Use 1 to 64 letters, digits, ".", "_" and "-".`]
  if (!z.record(z.string(), z.unknown()).safeParse(input).success)
    return [`${id} is not an object with the keys of a partner.`]
  return findProblems(PartnerEntry, input).map(({ option, says }) => `${id}.${option} ${says}`)
}

function optionsFor(entry: PartnerEntry, options: BffOptions): BffOptions {
  return {
    ...options,
    ...wordingOptionsFor(entry, options),
    wordingApproved: [...(options.wordingApproved ?? []), ...(entry.wording_approved ?? [])],
    allowedOrigins: entry.allowed_origins ?? options.allowedOrigins,
    officialSiteUrl: entry.official_site_url ?? options.officialSiteUrl,
    checkRegistrationUrl: entry.check_registration_url ?? options.checkRegistrationUrl,
    under18Url: entry.under_18_url ?? options.under18Url,
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

/** Against a real service the operator must have approved each partner's English text, with its names and links (R-A22). */
function approvalProblems(id: string, options: BffOptions): string[] {
  const version = createWordingSettings(options)?.wording.en.version
  if (version === undefined || isSandbox(options) || options.wordingApproved?.includes(version) === true) return []
  return [
    `${id}.wording_approved does not name ${version}, the English consent wording with this partner's name and links. Send the output of \`voter-registration-server wording --partner ${id}\` to the operator and, once it is approved, add ${version}.`,
  ]
}

const { apiKeyId, apiKeySecret } = BffOptions.shape

/** Reads the partner's own key, `id:secret` in a file or a variable, or returns the problem, which never has its value. */
function readKey(
  id: string,
  { key_file: file, key_variable: variable }: PartnerEntry,
  { options, context: { readText, env } }: { options: BffOptions; context: PartnersContext },
): Partner['serviceKey'] | string {
  if (file !== undefined && variable !== undefined)
    return `${id}.key_file is set together with ${id}.key_variable. Keep one of the two.`
  const name = file ?? variable
  if (name === undefined) return undefined
  const keyName = file === undefined ? `${id}.key_variable` : `${id}.key_file`
  let value: string
  try {
    value = (file === undefined ? env[name] : readText(file))?.trim() ?? ''
  } catch (error) {
    return `${keyName} ${FileError.from(error, name).message}`
  }
  const state = file === undefined ? 'variable that is not set' : 'file that is empty'
  if (value === '') return `${keyName} names a ${state}: "${name}".`
  const [, keyId = value, secret = ''] = /^([^:]*):(.*)$/s.exec(value) ?? []
  if (!apiKeyId.safeParse(keyId).success || !apiKeySecret.safeParse(secret).success)
    return `${keyName} does not contain an API key as id:secret (its value is not shown here).`
  if (isSandbox({ apiKeyId: keyId }) !== isSandbox(options))
    return `${keyName} and API_KEY_ID are not for the same service: one of them is the sandbox's key.`
  return { id: keyId, key: { authorization: formatBasicAuth(keyId, secret) } }
}
