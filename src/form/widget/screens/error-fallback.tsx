/** What remains when the form breaks, for example on a page that has changed built-in objects. */
import { type Words, wordsIn } from '../messages/catalogue.ts'
import { OfficialLink } from './official-link.tsx'

/**
 * Uses as little as possible: what broke the form must not break this.
 *
 * @param props.why a reload does not help: the BFF accepts only newer forms, or does not know the partner
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
