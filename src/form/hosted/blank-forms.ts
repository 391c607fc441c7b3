/** The empty form, by language and appearance: rendered once each, at most some dozen. */
import { escapeHtml } from '../../contract/escape-html.ts'
import type { PageAnswer, PageDeps } from '../../contract/page-interface.ts'
import { cachePage, stands } from './cache-page.ts'
import { formContent, ownData } from './form-content.tsx'
import { newFormKey } from './form-key.ts'
import { type createHtmlShell, jsonOf } from './html-shell.ts'
import { type PageQuery, writePageQuery } from './page-query.ts'

/** A cached page, and the function that fills in a visit's own values. */
interface Blank {
  answer: PageAnswer
  bodyFor: ReturnType<typeof cachePage>
}

/** The empty forms that have been asked for. */
export class BlankForms {
  readonly #deps: PageDeps
  readonly #document: ReturnType<typeof createHtmlShell>
  readonly #made = new Map<string, Promise<Blank>>()

  /** @param document makes the page around the form */
  constructor(deps: PageDeps, document: ReturnType<typeof createHtmlShell>) {
    this.#deps = deps
    this.#document = document
  }

  /** Returns the form with a visit's own values filled in. */
  async show(visitor: PageQuery): Promise<PageAnswer> {
    const { words, theme, isFramed, layout, idleSeconds } = visitor
    const name = [words.language, theme, isFramed, layout, idleSeconds !== undefined].join(' ')
    const made = this.#made.get(name) ?? this.#make(visitor)
    this.#made.set(name, made)
    const { answer, bodyFor } = await made
    const key = newFormKey(this.#deps.now())
    const address = writePageQuery(visitor).toString()
    const own = jsonOf(ownData(this.#deps, visitor, key, address))
    return { ...answer, ...bodyFor({ key, address: escapeHtml(address), own }) }
  }

  async #make(visitor: PageQuery): Promise<Blank> {
    const content = formContent(this.#deps, visitor, {}, ownData(this.#deps, visitor, stands.key, stands.address))
    const answer = await this.#document({ ...content, address: stands.address, own: stands.own })
    return { answer, bodyFor: cachePage(answer.body) }
  }
}
