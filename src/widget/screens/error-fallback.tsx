/** What is left when the form breaks, for example on a page that has changed the language's own objects. */
import { type Words, wordsIn } from '../messages/catalogue.ts'
import { OfficialLink } from './official-link.tsx'

/**
 * Uses as little as possible: whatever broke the form must not break this.
 *
 * @param props.isTooOld the BFF takes newer forms only: loading the page again does not help
 */
export function Broken(props: {
  spoken: { readonly current: Words | undefined }
  officialUrl?: string | undefined
  isTooOld?: boolean
}) {
  const { spoken, officialUrl } = props
  const words = spoken.current ?? wordsIn()
  return (
    <div className="vr-root" part="root" lang={words.language} dir={words.direction} data-step="broken">
      <div className="vr-screen" role="alert">
        <p className="vr-heading">{words.broken.heading}</p>
        {props.isTooOld !== true && <p>{words.broken.text}</p>}
        <p>
          <OfficialLink url={officialUrl} text={words.broken.officialLink} />
        </p>
      </div>
    </div>
  )
}
