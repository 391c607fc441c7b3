/** Replaces unreadable colors as long as a form is on the page. */
import type { ThemeToken } from '../../../contract/theme-tokens.ts'
import { canMeasure, unreadableColors } from './contrast-audit.ts'

/** Warnings that were already logged: once per page is enough. */
const warned = new Set<string>()

/**
 * Keeps the colors of an element readable. Checks again when the theme changes (the form's, the system's or the page's), and
 * when a token does: that needs no observer on the page, since `--_seen` then has a transition. In browsers without
 * transitions of custom properties (before 2024), the next change of the theme triggers the check.
 *
 * @returns a function that undoes the replacements
 */
export function applyContrastFixes(element: HTMLElement): () => void {
  if (!canMeasure()) return () => undefined
  let replaced: ThemeToken[] = []
  const apply = () => {
    const found = unreadableColors(element)
    for (const token of replaced) element.style.removeProperty(`--_${token}`)
    for (const { token, now } of found) element.style.setProperty(`--_${token}`, now)
    replaced = found.map(({ token }) => token)
    const list = found.map(
      ({ token, was, now, ratio, least }) =>
        `${token} is ${was === undefined ? 'no color' : `${was} (${ratio.toFixed(1)}:1, needs ${least}:1)`}, now ${now}`,
    )
    warn(list.join('; '))
  }
  apply()
  const onTransition = ({ target, propertyName }: TransitionEvent) => {
    if (target === element && propertyName === '--_seen') apply()
  }
  // It has a `signal`, so it works as options of `addEventListener`.
  const until = new AbortController()
  // A change that is undone within a frame only cancels its transition.
  for (const type of ['transitionrun', 'transitioncancel'] as const) element.addEventListener(type, onTransition, until)
  const page = new MutationObserver(apply)
  // Only attributes that may set a page's theme: not every attribute that a page's scripts write.
  const attributeFilter = ['class', 'style', 'data-theme']
  for (const place of [document.documentElement, document.body]) page.observe(place, { attributeFilter })
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', apply, until)
  // A style sheet of the page may load after the form.
  addEventListener('load', apply, until)
  return () => {
    until.abort()
    page.disconnect()
    for (const token of replaced) element.style.removeProperty(`--_${token}`)
  }
}

function warn(list: string): void {
  if (list === '' || warned.has(list)) return
  warned.add(list)
  console.warn(`voter-registration: colors that cannot be read well were replaced: ${list}`)
}
