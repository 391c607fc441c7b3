/** The link that always works: to the official site. */
import { safeLink } from '../../../contract/text.ts'

/** The link, as a button where it is the screen's first action; nothing without a safe address. */
export function OfficialLink(props: { url: string | undefined; text: string; isPrimary?: boolean }) {
  const { url, text, isPrimary = false } = props
  const href = url === undefined ? undefined : safeLink(url)
  if (href === undefined) return null
  return (
    <a
      href={href}
      className={isPrimary ? 'vr-button vr-button-primary' : 'vr-official'}
      part={isPrimary ? 'button button-primary' : undefined}
      rel="noopener noreferrer"
      referrerPolicy="no-referrer"
    >
      <span>{text}</span>
    </a>
  )
}
