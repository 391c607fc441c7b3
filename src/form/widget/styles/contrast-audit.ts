/** Measures the contrast between a partner's colors, and finds the nearest readable color for each unreadable one. */
import { black, type Color, measureColors, over, white, write } from '../../../contract/contrast.ts'
import type { ThemeToken } from '../../../contract/theme-tokens.ts'
import { parentElementOf } from '../parent-element-of.ts'

/** A color with too little contrast to its background. Colors are written as `#rrggbb`. */
export interface UnreadableColor {
  token: ThemeToken
  /** Left out when the value is not a color; then `now` is our default. */
  was?: string
  now: string
  /** The contrast it has, and the minimum (WCAG 1.4.3 and 1.4.11). */
  ratio: number
  least: number
}

/** Whether this browser can measure colors: browsers since 2023 can. */
export function canMeasure(): boolean {
  return typeof CSS !== 'undefined' && CSS.supports('color', 'color-mix(in srgb,red,red)')
}

/**
 * Finds the unreadable colors around a form, in the current theme. Returns an empty list where the page has set no colors,
 * and in forced colors, which are the system's. Only where {@link canMeasure}.
 *
 * @param root the form's root, on a page
 */
export function unreadableColors(root: HTMLElement): UnreadableColor[] {
  const found: UnreadableColor[] = []
  // The probe has the tokens as the page has set them, not as replaced on the root.
  const probe = document.createElement('div')
  probe.className = 'vr-root'
  probe.dataset.theme = root.dataset.theme ?? 'auto'
  probe.style.setProperty('display', 'none', 'important')
  root.append(probe)
  const style = getComputedStyle(probe)
  if (style.getPropertyValue('--_seen').trim() !== '') measureAll(root, probe, style, found)
  probe.remove()
  return found
}

function measureAll(root: Element, probe: HTMLElement, style: CSSStyleDeclaration, found: UnreadableColor[]): void {
  /** Mixed with itself, every color is serialized in the same notation. */
  const measure = (value: string): Color | undefined => {
    probe.style.setProperty('color', `color-mix(in srgb,${value},${value})`, 'important')
    const parts = /^color\(srgb ([^)]+)/.exec(style.color)?.[1]?.split(/[ /]+/)
    return parts && [...parts, '1'].map((part) => Math.min(1, Math.max(0, Number(part))))
  }
  const read = (token: ThemeToken): Color => {
    const color = measure(`var(--_${token})`)
    if (color !== undefined) return color
    // A value that is not a color would leave a button without a background.
    probe.style.setProperty(`--vr-${token}`, 'initial')
    const own = measure(`var(--_${token})`) ?? black
    found.push({ token, now: write(own), ratio: 0, least: 0 })
    return own
  }
  // Behind a transparent surface is the page, up to its canvas.
  const layers = [read('color-surface')]
  for (let at = parentElementOf(root); at !== undefined; at = parentElementOf(at)) {
    layers.push(measure(getComputedStyle(at).backgroundColor) ?? white)
  }
  const surface = layers.reduceRight((ground, layer) => over(layer, ground), white)
  found.push(...measureColors(read, surface).filter(({ ratio, least }) => ratio < least))
}
