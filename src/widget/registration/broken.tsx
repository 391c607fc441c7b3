/** What is left when the form breaks, for example on a page that has changed the language's own objects. */
import { pickWords } from '../words/pick-words.ts'
import { OfficialLink } from './official-link.tsx'

/** Uses as little as possible: whatever broke the form must not break this. */
export function Broken({ locale, officialUrl }: { locale?: string | undefined; officialUrl?: string | undefined }) {
  const words = pickWords(locale ?? 'auto')
  return (
    <div className="vr-root" part="root" lang={words.language} data-step="broken">
      <div className="vr-screen" role="alert">
        <p className="vr-heading">{words.broken.heading}</p>
        <p>{words.broken.text}</p>
        <p>
          <OfficialLink url={officialUrl} text={words.broken.officialLink} />
        </p>
      </div>
    </div>
  )
}
