/** `voter-registration-server wording`: the consent wordings with names, links and versions, for the operator to approve (R-A22). */
import type { Command } from 'commander'
import type { Catalog } from '../../form/locales/catalog.ts'
import { type ConsentSettings, consentTexts } from '../consent/receipt.ts'
import type { Block, ConsentSnapshot } from '../consent/shown-text.ts'
import { createWordingSettings, getCatalogs, textProgramCheck, WordingOptions } from '../consent/wording-settings.ts'
import { isSandbox } from '../crypto/keys.ts'
import { readOperatorText } from '../operator-files.ts'
import { ConfigurationError, crossCheck, findMissing } from '../options/option.ts'
import { type Environment, readOptionsFrom } from '../options/read-options.ts'
import { partnerWordingOptions, readPartnersText } from '../partners/partners-file.ts'
import type { Terminal } from './terminal.ts'

const details = `
Reads names, links, WORDING_FILE and the text-message program from the variables of "bff"; needs neither key nor
storage. Set WORDING_APPROVED to the versions that the operator has approved.`

export function wordingCommand(command: Command, { env, out }: Terminal): void {
  command
    .option(
      '--partner <name>',
      'the texts of one partner of PARTNERS_FILE; add approved versions to its wording_approved',
    )
    .addHelpText('after', details)
    .action(({ partner }: { partner?: string }) => {
      const options = wordingOptionsFrom(env, partner)
      const settings = createWordingSettings(options)
      if (settings === undefined) throw new Error('Every problem was listed already.')
      out(formatTexts(settings, getCatalogs(options, settings)))
    })
}

/** Returns the options of the wordings before approval, of a partner of the file or by the variables. @throws
 *  ConfigurationError that lists every problem of the variables that it needs */
function wordingOptionsFrom(env: Environment, partner: string | undefined): WordingOptions {
  const complete = crossCheck<WordingOptions>((options) =>
    isSandbox(options) ? [] : findMissing(WordingOptions, options),
  )
  const ownOptions = readOptionsFrom(WordingOptions.check(textProgramCheck, complete), env, readOperatorText)
  if (partner === undefined) return ownOptions
  const file = env.PARTNERS_FILE?.trim() ?? ''
  if (file !== '') return partnerWordingOptions(readPartnersText(file), partner, ownOptions)
  throw new ConfigurationError(['PARTNERS_FILE is missing. Set it to the file that names the partner.'])
}

function formatTexts(settings: ConsentSettings, catalogs: readonly Catalog[]): string {
  const { operator, partner, wording } = settings
  const texts = consentTexts(settings, catalogs)
  const approvable = Object.values(wording).flatMap(({ version }) => texts.findText(version, undefined) ?? [])
  return `Consent wording of ${partner.name}

This is what a voter reads above the button of the registration form. Each text has a version: a hash (SHA-256) of exactly
what is shown, with names and links. Any change, even in a link, creates a new version. ${operator.name} approves a text by its
version. Without an approved English text the server does not start; a language without one shows the English text.
${approvable.map((text) => formatText(`Text to approve: ${getLanguageName(text.language)}`, text)).join('')}
Translations shown with the English text. Voters agree only to the English text.
${formatTranslations(settings, catalogs)}
With every text above approved:
WORDING_APPROVED=${approvable.map(({ version }) => version).join(',')}
`
}

/** A form in a language without a wording shows the English one, with a translation. */
function formatTranslations(settings: ConsentSettings, catalogs: readonly Catalog[]): string {
  const texts = consentTexts(settings, catalogs)
  return catalogs
    .flatMap(({ language, wording }) => {
      if (Object.hasOwn(settings.wording, language) || wording === undefined) return []
      const checkbox = settings.features.subscriber_opt_in ? ({ subscriber: '1' } as const) : {}
      const snapshot = { language, ...checkbox, translation: wording.version, embed: null, path: null }
      const text = texts.findText(settings.wording.en.version, snapshot)
      return text === undefined ? [] : [formatText(getLanguageName(language), text)]
    })
    .join('')
}

const formatText = (title: string, { version, blocks }: ConsentSnapshot) =>
  `\n== ${title}\nVersion ${version}\n\n${blocks.map(formatBlock).join('\n')}\n`

function formatBlock({ kind, pieces }: Block): string {
  const text = pieces.map((piece) => (typeof piece === 'string' ? piece : `${piece.text} (${piece.href})`)).join('')
  if (kind === 'agree' || kind === 'subscriber') return `[ ] ${text}`
  return kind === 'button' ? `Button: ${text}` : text
}

const getLanguageName = (language: string) =>
  new Intl.DisplayNames(['en'], { type: 'language' }).of(language) ?? language
