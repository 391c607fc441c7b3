/** The consent block as a voter sees it: with names and links filled in, in the order of the screen. Its hash is the version
 *  of a wording, so that a receipt names exactly what was shown, and an approval exactly what was approved (R-A13, R-A22). */
import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import type { Settings, Wording, WordingTranslation } from '../../contract/bff-api.ts'
import {
  type ConsentPiece,
  getConsentParagraphs,
  renderConsent,
  renderConsentLink,
} from '../../contract/consent-template.ts'
import type { Catalog } from '../../form/locales/catalog.ts'
import { en } from '../../form/locales/en.ts'

/** A part of the block: `agree` and `subscriber` are the labels of the two checkboxes, `hint` is the text below one in the
 *  other language; a `summary` expands the `folded` texts below it. */
const Block = z.object({
  kind: z.enum(['heading', 'text', 'summary', 'folded', 'agree', 'subscriber', 'hint', 'button']),
  language: z.string(),
  pieces: z.array(z.union([z.string(), z.object({ text: z.string(), href: z.string() })])),
})
export type Block = z.infer<typeof Block>

export type Names = Pick<Settings, 'operator' | 'partner'>

export type WordingBody = Omit<Wording, 'version' | 'template'>

export interface ConsentSnapshot {
  /** The wording's language and a hash of all blocks, for example `en-0f3c…`. */
  version: string
  language: string
  blocks: readonly Block[]
}

export interface ConsentContext {
  catalog: Catalog | undefined
  /** Whether the checkbox for the partner's own text messages is shown (R-A48). */
  subscriber: boolean
  /** The translation shown with it; `unknown` if the page supplies its own. */
  translation?: Omit<WordingTranslation, 'templates'> | 'unknown' | undefined
}

export function createSnapshot(wording: WordingBody, names: Names, context: ConsentContext): ConsentSnapshot {
  const blocks = buildBlocks(wording, names, context)
  const hash = createHash('sha256').update(JSON.stringify(blocks)).digest('hex').slice(0, 32)
  return { version: `${wording.language}-${hash}`, language: wording.language, blocks }
}

type Side = Pick<Wording, 'language' | 'elements' | 'purpose' | 'agree' | 'continue' | 'terms' | 'privacy'> &
  Pick<WordingBody, 'subscriber'>

const block = (kind: Block['kind'], language: string, ...pieces: ConsentPiece[]): Block => ({ kind, language, pieces })

function buildBlocks(
  wording: WordingBody,
  names: Names,
  { catalog, subscriber, translation }: ConsentContext,
): Block[] {
  const screen = catalog?.language ?? 'en'
  const { heading, partnerPrivacy } = { ...en.consent, ...catalog?.consent }
  const { privacy_url } = names.partner
  const translated = translation === 'unknown' || translation === undefined ? undefined : translation
  const secondSide: Side | undefined = translated && { ...translated, language: screen }
  const render = (side: Side, template: string) => renderConsent(template, { ...names, wording: side })
  const paragraphs = (kind: Block['kind'], side: Side) =>
    getConsentParagraphs(side).map((template) => block(kind, side.language, ...render(side, template)))

  const blocks: Block[] = [block('heading', screen, heading)]
  blocks.push(...paragraphs('text', wording))
  if (translated !== undefined && secondSide !== undefined) {
    blocks.push(block('summary', screen, translated.heading), block('folded', screen, translated.note))
    blocks.push(...paragraphs('folded', secondSide))
  }
  if (translation === 'unknown') blocks.push(block('text', 'en', unknownTranslationNote))
  if (privacy_url !== undefined) {
    const text = partnerPrivacy.replaceAll('{partner}', () => names.partner.name)
    blocks.push(block('text', screen, renderConsentLink(text, privacy_url)))
  }
  blocks.push(block('agree', wording.language, ...render(wording, wording.agree)))
  if (secondSide !== undefined) blocks.push(block('hint', secondSide.language, ...render(secondSide, secondSide.agree)))
  if (subscriber && wording.subscriber !== undefined) {
    blocks.push(block('subscriber', wording.language, ...render(wording, wording.subscriber)))
    if (secondSide?.subscriber !== undefined) {
      blocks.push(block('hint', secondSide.language, ...render(secondSide, secondSide.subscriber)))
    }
  }
  blocks.push(block('button', wording.language, wording.continue))
  if (secondSide !== undefined) blocks.push(block('button', secondSide.language, `(${secondSide.continue})`))
  return blocks
}

const unknownTranslationNote = '[The page showed its own translation here. Its text is not recorded.]'

export function serializeBlocks(blocks: readonly Block[]): string {
  return JSON.stringify(blocks)
}

/** Parses the output of {@link serializeBlocks}; throws for anything else. */
export function parseBlocks(text: string): Block[] {
  return z.array(Block).parse(JSON.parse(text))
}

/** Renders blocks as plain text, with links in angle brackets. `ticked`: which boxes are ticked. */
export function blocksToText(blocks: readonly Block[], checkedBoxes: readonly ('agree' | 'subscriber')[] = []): string {
  const box = (kind: 'agree' | 'subscriber', text: string) => `[${checkedBoxes.includes(kind) ? 'x' : ' '}] ${text}`
  const lines = blocks.map(({ kind, pieces }) => {
    const text = pieces.map((piece) => (typeof piece === 'string' ? piece : `${piece.text} <${piece.href}>`)).join('')
    if (kind === 'agree' || kind === 'subscriber') return box(kind, text)
    if (kind === 'summary') return `[+] ${text}`
    return kind === 'hint' || kind === 'folded' ? `    ${text}` : kind === 'button' ? `[ ${text} ]` : text
  })
  return `${lines.join('\n\n')}\n`
}
