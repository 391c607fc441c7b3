/** The link that always works: to the official site. */
import { safeLink } from '../../../contract/text.ts'

/** The link; nothing without a safe address. */
export function OfficialLink({ url, text }: { url: string | undefined; text: string }) {
  const href = url === undefined ? undefined : safeLink(url)
  if (href === undefined) return null
  return (
    <a href={href} className="vr-official" rel="noopener noreferrer" referrerPolicy="no-referrer">
      <span>{text}</span>
    </a>
  )
}
