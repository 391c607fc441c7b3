/** Buttons, links, headings, notices and error boundaries, as all screens use them. */
import {
  type AnchorHTMLAttributes,
  type ButtonHTMLAttributes,
  Component,
  type ReactNode,
  type Ref,
  useMemo,
} from 'react'
import type { Notice } from '../../../contract/bff-api.ts'
import { safeLink } from '../../../contract/text.ts'
import { getElementById } from '../focus.ts'
import { FormContext, useFormContext } from '../form-context.ts'
import { useFieldContext, useFieldValue } from '../inputs/form-tools.ts'
import type { HeadingLevel } from '../options.ts'

/** Without scripts: posts the surrounding form with this field. */
export interface PostAction extends Pick<ButtonHTMLAttributes<HTMLButtonElement>, 'formTarget'> {
  type: 'submit'
  name: string
  value: string
}

export interface LinkAction extends AnchorHTMLAttributes<HTMLAnchorElement> {
  href: string
  ref?: Ref<HTMLAnchorElement>
}

export type ButtonAction = (() => void) | PostAction | LinkAction

export interface ButtonProps
  extends Pick<ButtonHTMLAttributes<HTMLElement>, 'lang' | 'aria-describedby' | 'aria-disabled' | 'children'> {
  kind: 'primary' | 'secondary' | 'plain'
  action: ButtonAction
  element?: Ref<HTMLButtonElement>
}

/** A button, or a link styled as one. Its text is in a separate element, which translation software may replace. */
export function Button({ kind, action, element, children, ...attributes }: ButtonProps) {
  const commonProps = {
    className: `vr-button vr-button-${kind}`,
    part: kind === 'primary' ? 'button button-primary' : 'button',
    ...attributes,
    children: <span>{children}</span>,
  }
  if ('href' in action) return <a {...commonProps} {...action} />
  return (
    <button
      type="button"
      ref={element}
      {...commonProps}
      {...(typeof action === 'function' ? { onClick: action } : action)}
    />
  )
}

/** Renders nothing without a safe URL. `isPrimary` renders it as a button. */
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

/** Has the section's level by default. `takesFocus`: receives the focus when its screen appears. `isTarget`: is a link's target. */
export function Heading(props: {
  level?: HeadingLevel
  id?: string
  className?: string
  takesFocus?: boolean
  isTarget?: boolean
  children: ReactNode
}) {
  const { headingLevel } = useFormContext()
  const { level = headingLevel, id, className = 'vr-heading', takesFocus = false, isTarget = false, children } = props
  const Tag = `h${level}` as const
  return (
    <Tag
      id={id}
      className={className}
      tabIndex={takesFocus || isTarget ? -1 : undefined}
      data-focus={takesFocus ? '' : undefined}
    >
      {children}
    </Tag>
  )
}

/** Increments the heading level. */
export function Subsection({ children }: { children: ReactNode }) {
  const context = useFormContext()
  const value = useMemo(() => ({ ...context, headingLevel: nextHeadingLevel(context.headingLevel) }), [context])
  return <FormContext.Provider value={value}>{children}</FormContext.Provider>
}

export function nextHeadingLevel(level: HeadingLevel): HeadingLevel {
  return ([2, 3, 4, 5, 6, 6] as const)[level - 1] ?? 6
}

/** Links to a section of the same screen by moving the focus to its heading: a `#` URL does not work in a shadow root, and the
 *  page's router may handle it. Without scripts, it is an ordinary link. */
export function SectionLink({ targetId, children }: { targetId: string; children: ReactNode }) {
  return (
    <a
      href={`#${targetId}`}
      onClick={(event) => {
        event.preventDefault()
        const heading = getElementById(targetId, event.currentTarget)
        // jsdom, in tests, cannot scroll.
        heading?.scrollIntoView?.({ block: 'start' })
        heading?.focus({ preventScroll: true })
      }}
    >
      {children}
    </a>
  )
}

/** Notices are plain text, in the form's language or English. */
export function Notices({ notices }: { notices: readonly Notice[] | undefined }) {
  const { language } = useFormContext().t
  return notices?.map((notice) => {
    const { en, [language]: text } = notice.text
    return (
      <p key={en} role="note" className="vr-notice" lang={text ? language : 'en'} dir="auto">
        {text ?? en}
      </p>
    )
  })
}

/** Notices for all voters (`forAll`), those for the chosen state (`forState`), or both. */
export function FormNotices(props: { notices: readonly Notice[] | undefined; forAll?: boolean; forState?: boolean }) {
  const { form } = useFieldContext()
  const code = useFieldValue(form, 'state')
  const { forAll, forState } = props
  const visibleNotices = props.notices?.filter(({ states }) =>
    states === undefined ? forAll : forState && states.includes(code),
  )
  return <Notices notices={visibleNotices} />
}

/** Renders `fallback` and calls `onBroken` after an error in rendering. */
export class ErrorBoundary extends Component<
  { fallback: ReactNode; onBroken?: () => void; children: ReactNode },
  { isBroken: boolean }
> {
  override state = { isBroken: false }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  override componentDidCatch() {
    this.props.onBroken?.()
  }

  override render() {
    return this.state.isBroken ? this.props.fallback : this.props.children
  }
}
