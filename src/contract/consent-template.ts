/** Fills in the texts of a consent wording: what a form shows, and what a receipt names (R-A10 to R-A22). */
import type { Settings, Wording } from './bff-api.ts'
import { safeLink } from './text.ts'
import { getProgramValues } from './text-program.ts'

export type ConsentPiece = string | { text: string; href: string }

export interface ConsentValues extends Pick<Settings, 'operator' | 'partner'> {
  wording: Pick<Wording, 'continue' | 'terms' | 'privacy'>
}

/** Returns the eight elements in three paragraphs (the service, e-mails, text messages), and what contact data is used for. */
export function getConsentParagraphs({ elements, purpose }: Pick<Wording, 'elements' | 'purpose'>): string[] {
  const { powered_by, agreement, emails, unsubscribe, texts, rates, frequency, stop_help } = elements
  const paragraphs = [
    [powered_by, agreement],
    [emails, unsubscribe],
    [texts, rates, frequency, stop_help],
  ]
  return [...paragraphs.map((sentences) => sentences.join(' ')), purpose]
}

/** Replaces the placeholders of a template. Adjacent texts are one piece, so that a version depends on what is shown alone. */
export function renderConsent(template: string, { wording, operator, partner }: ConsentValues): ConsentPiece[] {
  const values: Record<string, ConsentPiece> = {
    operator: operator.name,
    partner: partner.name,
    continue: wording.continue,
    terms: renderConsentLink(wording.terms, operator.terms_url),
    privacy: renderConsentLink(wording.privacy, operator.privacy_url),
    ...getProgramValues(partner.texts),
  }
  const pieces: ConsentPiece[] = []
  const parts = template.split(/\{(operator|partner|continue|terms|privacy|program|monthly)\}/)
  for (const [index, part] of parts.entries()) {
    const piece = index % 2 === 1 ? (values[part] ?? '') : part
    const last = pieces.at(-1)
    if (typeof piece === 'string' && typeof last === 'string') pieces[pieces.length - 1] = last + piece
    else if (piece !== '') pieces.push(piece)
  }
  return pieces
}

/** Returns a link, or its text alone when the address is not safe. */
export function renderConsentLink(text: string, href: string): ConsentPiece {
  const safe = safeLink(href)
  return safe === undefined ? text : { text, href: safe }
}
