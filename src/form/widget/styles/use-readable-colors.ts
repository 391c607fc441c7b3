/** Ensures readable contrast with the page's colors. */
import type { RefObject } from 'react'
import { type Color, type ColorCheck, checkColors, derivedColors } from '../../../contract/readable-colors.ts'
import type { ColorToken } from '../../../contract/theme-tokens.ts'
import { useIsomorphicLayoutEffect } from '../effects.ts'
import type { Appearance } from '../options.ts'

/** Replaces unreadable colors derived from the primary color, in both themes, also when the page changes a token. */
export function useReadableColors(root: RefObject<HTMLElement | null>, { variables }: Appearance = {}): void {
  const content = JSON.stringify(variables)
  useIsomorphicLayoutEffect(() => {
    const element = root.current
    if (element === null) return undefined
    const onTransition = ({ target, propertyName }: TransitionEvent) => {
      if (target === element && propertyName === '--_tokens') replaceUnreadable(element)
    }
    replaceUnreadable(element)
    element.addEventListener('transitionrun', onTransition)
    return () => element.removeEventListener('transitionrun', onTransition)
  }, [root, content])
}

/** Sets each replacement for both themes, so that theme changes need no script. */
function replaceUnreadable(root: HTMLElement): void {
  for (const name of Array.from(root.style)) if (name.startsWith('--_')) root.style.removeProperty(name)
  const light = checkPageColors(root, 'light')
  // jsdom, in partners' tests, has no `CSS` and no computed colors.
  if (light.length === 0) return
  const dark = CSS.supports('color', 'light-dark(#000,#fff)') ? checkPageColors(root, 'dark') : light
  for (const [index, check] of light.entries()) {
    const checks = [check, dark[index] ?? check]
    if (!derivedColors.includes(check.name) || checks.every(({ replacement }) => replacement === undefined)) continue
    const [lightColor, darkColor] = checks.map(
      ({ color, replacement = color }) => `color(srgb ${replacement.join(' ')})`,
    )
    root.style.setProperty(
      `--_${check.name}`,
      lightColor === darkColor ? `${lightColor}` : `light-dark(${lightColor},${darkColor})`,
    )
  }
}

/** Returns an empty list if the page sets no colors, and in browsers before 2023, which cannot measure them. */
export function checkPageColors(root: HTMLElement, colorScheme: string): ColorCheck[] {
  // The probe has the page's tokens, without our replacements on the root.
  const probe = document.createElement('div')
  probe.className = 'vr-root'
  probe.style.cssText = `display:none!important;forced-color-adjust:none!important;color-scheme:${colorScheme}!important`
  root.append(probe)
  const style = window.getComputedStyle(probe)
  /** Mixed with itself, every color is serialized in the same notation. */
  const measure = (value: string): Color | undefined => {
    probe.style.setProperty('color', `color-mix(in srgb,${value},${value})`, 'important')
    const parts = /^color\(srgb ([^)]+)/.exec(style.color)?.[1]?.split(/[ /]+/)
    return parts?.map((part) => Math.min(1, Math.max(0, Number(part))))
  }
  // An invalid color would leave a button without a background: use the form's default.
  const invalid = new Set<string>()
  const getColor = (token: ColorToken): Color => {
    const color = measure(`var(--_${token})`)
    if (color !== undefined) return color
    invalid.add(token)
    probe.style.setProperty(`--vr-${token}`, 'initial')
    return measure(`var(--_${token})`) ?? [0, 0, 0]
  }
  const hasTokens = measure('red') !== undefined && style.getPropertyValue('--_tokens').trim() !== ''
  const checks = hasTokens ? checkColors(getColor) : []
  probe.remove()
  return checks.map((check) =>
    invalid.has(check.name) ? { ...check, replacement: check.replacement ?? check.color } : check,
  )
}
