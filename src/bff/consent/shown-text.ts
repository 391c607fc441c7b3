/** The consent block as a voter sees it: names and links in place, in the order of the screen. Its hash is the version of a
 *  wording, so that a receipt names exactly what was shown, and an approval exactly what was approved (R-A13, R-A22). */
import * as z from 'zod/mini'
import type { Settings, Wording } from '../../contract/bff-api.ts'
import type { WordingTranslation } from '../../contract/messages.ts'
import { safeLink } from '../../contract/text.ts'
import { programValues } from '../../contract/text-program.ts'
import { wordingParagraphs } from '../../contract/wording-paragraphs.ts'
import type { Catalogue } from '../../locales/catalogue.ts'
import { en } from '../../locales/en.ts'
import { sha256 } from '../crypto/sha256.ts'

const Piece = z.union([z.string(), z.object({ text: z.string(), href: z.string() })])

/** A part of the block: `agree` and `subscriber` are the labels of the two boxes, `hint` is a translation below one. */
const Block = z.object({
  kind: z.enum(['heading', 'text', 'agree', 'subscriber', 'hint', 'button']),
  /** The language it is written in (BCP 47). */
  language: z.string(),
  /** Words, and links among them. */
  pieces: z.array(Piece),
})
export type Piece = z.infer<typeof Piece>
export type Block = z.infer<typeof Block>

/** Whose names and links stand in a wording. */
export type Names = Pick<Settings, 'operator' | 'partner'>

/** A wording before it has a version. */
export type Unnamed = Omit<Wording, 'version' | 'template'>

/** A consent block that was, or can be, on the screen. */
export interface ShownText {
  /** The wording's language and a hash of all blocks, for example `en-0f3c…`. */
  version: string
  /** The language of the wording that is agreed to. */
  language: string
  blocks: readonly Block[]
}

/** In which form a wording stands. */
export interface Around {
  /** The form's texts; `undefined` is English. */
  catalogue: Catalogue | undefined
  /** Whether the box for the partner's own text messages is there (R-A48). */
  subscriber: boolean
  /** The translation beside it; `unknown` is one that a page has brought along. */
  translation?: Omit<WordingTranslation, 'of'> | 'unknown' | undefined
}

/** A wording as it is on the screen, with its version. */
export function shownText(wording: Unnamed, names: Names, around: Around): ShownText {
  const blocks = blocksOf(wording, names, around)
  const hash = sha256(JSON.stringify(blocks)).slice(0, 32)
  return { version: `${wording.language}-${hash}`, language: wording.language, blocks }
}

function blocksOf(wording: Unnamed, names: Names, { catalogue, subscriber, translation }: Around): Block[] {
  const screen = catalogue?.language ?? 'en'
  const { heading, partnerPrivacy } = { ...en.consent, ...catalogue?.consent }
  const { privacy_url } = names.partner
  const block = (kind: Block['kind'], language: string, ...pieces: Piece[]): Block => ({
    kind,
    language,
    pieces: merged(pieces),
  })
  const beside = translation === 'unknown' ? undefined : translation
  const said = (template: string) => filled(template, wording, names)
  const translated = (template: string) => filled(template, beside ?? wording, names)
  const blocks: Block[] = [block('heading', screen, heading)]
  if (beside !== undefined) blocks.push(block('text', screen, beside.note))
  for (const template of paragraphsOf(wording)) blocks.push(block('text', wording.language, ...said(template)))
  if (beside !== undefined) {
    blocks.push(block('text', screen, beside.heading))
    for (const template of paragraphsOf(beside)) blocks.push(block('text', screen, ...translated(template)))
  }
  if (translation === 'unknown') blocks.push(block('text', 'en', notKept))
  if (privacy_url !== undefined) {
    const text = partnerPrivacy.replaceAll('{partner}', () => names.partner.name)
    blocks.push(block('text', screen, link(text, privacy_url)))
  }
  blocks.push(block('agree', wording.language, ...said(wording.agree)))
  if (beside !== undefined) blocks.push(block('hint', screen, beside.agree))
  if (subscriber && wording.subscriber !== undefined) {
    blocks.push(block('subscriber', wording.language, ...said(wording.subscriber)))
    if (beside?.subscriber !== undefined) blocks.push(block('hint', screen, ...translated(beside.subscriber)))
  }
  blocks.push(block('button', wording.language, wording.continue))
  if (beside !== undefined) blocks.push(block('button', screen, `(${beside.continue})`))
  return blocks
}

const notKept = '[A translation that the page has brought along stood here. Its words are not known.]'

/** The eight elements in three paragraphs, and what the contact information is used for. */
function paragraphsOf({ elements, purpose }: Pick<Wording, 'elements' | 'purpose'>): string[] {
  return [...wordingParagraphs.map((keys) => keys.map((key) => elements[key]).join(' ')), purpose]
}

function filled(
  template: string,
  { continue: label, terms, privacy }: Pick<Wording, 'continue' | 'terms' | 'privacy'>,
  { operator, partner }: Names,
): Piece[] {
  const pieces: Record<string, Piece> = {
    operator: operator.name,
    partner: partner.name,
    continue: label,
    terms: link(terms, operator.terms_url),
    privacy: link(privacy, operator.privacy_url),
    ...programValues(partner.texts),
  }
  return template
    .split(/\{(operator|partner|continue|terms|privacy|program|monthly)\}/)
    .map((part, index) => (index % 2 === 1 ? (pieces[part] ?? '') : part))
}

/** A link as the form writes it. */
function link(text: string, href: string): Piece {
  const safe = safeLink(href)
  return safe === undefined ? text : { text, href: safe }
}

/** Words that follow each other as one piece: how a sentence was put together is not seen. */
function merged(pieces: readonly Piece[]): Piece[] {
  const all: Piece[] = []
  for (const piece of pieces) {
    const last = all.at(-1)
    if (typeof piece === 'string' && typeof last === 'string') all[all.length - 1] = last + piece
    else if (piece !== '') all.push(piece)
  }
  return all
}

/** As it is kept. */
export function writeBlocks(blocks: readonly Block[]): string {
  return JSON.stringify(blocks)
}

/** Reads {@link writeBlocks}; throws when it is something else. */
export function readBlocks(text: string): Block[] {
  return z.array(Block).parse(JSON.parse(text))
}

/**
 * A block as plain text, with links in angle brackets.
 *
 * @param ticked which boxes are ticked
 */
export function plainText(blocks: readonly Block[], ticked: readonly ('agree' | 'subscriber')[] = []): string {
  const box = (kind: 'agree' | 'subscriber', text: string) => `[${ticked.includes(kind) ? 'x' : ' '}] ${text}`
  const lines = blocks.map(({ kind, pieces }) => {
    const text = pieces.map((piece) => (typeof piece === 'string' ? piece : `${piece.text} <${piece.href}>`)).join('')
    if (kind === 'agree' || kind === 'subscriber') return box(kind, text)
    return kind === 'hint' ? `    ${text}` : kind === 'button' ? `[ ${text} ]` : text
  })
  return `${lines.join('\n\n')}\n`
}
