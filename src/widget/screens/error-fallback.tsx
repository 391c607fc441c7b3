/** What is left when the form breaks, for example on a page that has changed the language's own objects. */
import { type Words, wordsIn } from '../messages/catalogue.ts'
import { OfficialLink } from './official-link.tsx'

/**
 * Uses as little as possible: whatever broke the form must not break this.
 *
 * @param props.why loading the page again does not help: the BFF takes newer forms only, or knows no such partner
 */
export function ErrorFallback(props: {
  spoken: { readonly current: Words | undefined }
  officialUrl?: string | undefined
  why?: 'too-old' | 'partner-unknown'
}) {
  const { spoken, officialUrl, why } = props
  const words = spoken.current ?? wordsIn()
  return (
    <div className="vr-root" part="root" lang={words.language} dir={words.direction} data-step="broken">
      <div className="vr-screen" role="alert">
        <p className="vr-heading">{words.broken[why === 'partner-unknown' ? 'partner' : 'heading']}</p>
        {why === undefined && <p>{words.broken.text}</p>}
        <p>
          <OfficialLink url={officialUrl} text={words.broken.officialLink} />
        </p>
      </div>
    </div>
  )
}
