/** Keeps a form readable on a page with badly chosen colors: replaces those that cannot be read. */
import type { RefObject } from 'react'
import { useBrowserLayoutEffect } from '../effects.ts'
import type { Appearance } from '../options.ts'
import { type ReplacedColor, replacedColors } from './contrast-audit.ts'

/**
 * Keeps the colors readable, and logs replaced ones to the console, once.
 *
 * @param root the element with the tokens; its private ones are replaced, the page's own stay unchanged
 */
export function useReadableColors(root: RefObject<HTMLElement | null>, appearance: Appearance = {}): void {
  const { theme, variables } = appearance
  const content = JSON.stringify([theme, variables])
  useBrowserLayoutEffect(() => (root.current === null ? undefined : applyContrastFixes(root.current)), [root, content])
}

/** Warnings that were already logged: once per page is enough. */
const warned = new Set<string>()

/**
 * Keeps the colors of an element readable. Checks again when the theme changes (the form's, the system's or the page's), and
 * when a token does: that needs no observer on the page, since `--_seen` then has a transition. In browsers without
 * transitions of custom properties (before 2024), the next change of the theme triggers the check.
 *
 * @returns a function that undoes the replacements
 */
function applyContrastFixes(element: HTMLElement): () => void {
  // A partner's tests may run in jsdom, which has no media queries and no style to measure.
  if (typeof matchMedia === 'undefined') return () => undefined
  let replaced: ReplacedColor[] = []
  const clear = () => {
    for (const { name } of replaced) element.style.removeProperty(`--_${name}`)
  }
  const apply = () => {
    const found = replacedColors(element)
    clear()
    replaced = found
    for (const { name, now } of found) element.style.setProperty(`--_${name}`, `color(srgb ${now.join(' ')})`)
    warn(found.filter(({ isSet }) => isSet).map(({ name }) => name))
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
    clear()
  }
}

function warn(tokens: readonly string[]): void {
  const list = tokens.join(', ')
  if (list === '' || warned.has(list)) return
  warned.add(list)
  console.warn(`voter-registration: colors that cannot be read well, replaced: ${list}. See Theming.`)
}
