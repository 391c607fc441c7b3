/** `GET /words/{language}`: the form's texts in a language, as data. */
import type { Handler } from 'hono'
import { closestLanguage } from '../../contract/languages.ts'
import { bffPaths } from '../../contract/routes.ts'
import type { Catalogue } from '../../locales/catalogue.ts'
import { type Env, problem } from '../problem.ts'
import { shortHash } from '../short-hash.ts'

/**
 * Answers with the texts of a language that is there, by its tag or one that means the same (`tl` for `fil`).
 *
 * @param catalogues the languages that there are
 * @param version the package's: an answer to a form of the same version never changes, and may be kept for a year
 * @param isOurs whether everything in it comes with the package; what an operator has written is kept for five minutes
 */
export function wordsRoute(catalogues: readonly Catalogue[], version: string, isOurs: boolean): Handler<Env> {
  const codes = catalogues.map(({ language }) => language)
  const bodies = new Map(catalogues.map((catalogue) => [catalogue.language, bodyOf(catalogue)]))
  return (c) => {
    const asked = c.req.param('language') ?? ''
    const isKnown = codes.includes(asked) || asked === 'tl'
    const found = isKnown ? bodies.get(closestLanguage([asked], codes) ?? '') : undefined
    if (found === undefined) {
      const detail = `There are texts at ${bffPaths.words}/ for ${codes.join(', ')}.`
      return problem(c, { status: 404, code: 'not_found', detail })
    }
    const { body, tag } = found()
    const isFixed = isOurs && c.req.query('v') === version
    c.header('Cache-Control', isFixed ? 'public, max-age=31536000, immutable' : 'public, max-age=300')
    c.header('ETag', tag)
    const known = c.req.header('if-none-match')?.split(',') ?? []
    if (known.some((each) => each.trim().replace(/^W\//, '') === tag)) return c.body(null, 304)
    return c.body(body, 200, { 'Content-Type': 'application/json; charset=utf-8' })
  }
}

/** Written out when it is first asked for. */
function bodyOf(catalogue: Catalogue): () => { body: string; tag: string } {
  let made: { body: string; tag: string } | undefined
  return () => {
    if (made === undefined) {
      const body = JSON.stringify(catalogue)
      made = { body, tag: `"${shortHash(body)}-${body.length}"` }
    }
    return made
  }
}
