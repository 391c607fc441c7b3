/** The answer to a request whose headers are too large, most often by cookies of other sites of the same domain. */
import { preferredLanguages, prefersHtml } from '../contract/accept-header.ts'
import type { HeadersTooLarge } from './answer-client-errors.ts'
import type { BffOptions } from './config/options.ts'
import { partnerFrom } from './partners/partner.ts'
import { plainPage, plainTexts } from './plain-page.ts'
import { problemBody } from './problem.ts'

/**
 * Creates the function that makes the answer: a page with a link to the official site, in the language that the request asks
 * for; a problem for a program that asks for JSON. Of the request only a part is known, which may lack every header: then it is the page.
 *
 * @param options without problems
 */
export function headersTooLarge(options: BffOptions): HeadersTooLarge {
  const { settings, catalogues } = partnerFrom(options)
  return (received) => {
    const accept = /^accept:[ \t]*(.*?)\r?$/im.exec(received)?.[1] ?? ''
    if (/\bjson\b/i.test(accept) && !prefersHtml(accept, 'application/problem+json')) {
      const detail =
        'The headers of this request exceed 40 KiB. A program needs no cookies here; a page needs crossorigin="anonymous" at the script tag.'
      const body = problemBody(
        { status: 431, code: 'too_large', detail, outcome: 'not_sent' },
        crypto.randomUUID().slice(0, 18),
      )
      return { type: 'application/problem+json', body }
    }
    const locale = /^[A-Z]+ \S*[?&](?:locale|lang)=([\w-]{2,20})/.exec(received)?.[1]
    const languages = /^accept-language:[ \t]*(.*?)\r?$/im.exec(received)?.[1] ?? ''
    const texts = plainTexts([locale ?? '', ...preferredLanguages(languages)], catalogues)
    const body = plainPage({ status: 431, official: settings.official_site?.url }, texts)
    return { type: 'text/html', body, language: texts.language }
  }
}
