/** Measures a partner's colors against each other, and finds for each that is too hard to read the nearest that is not. */
import { black, type Color, measureColors, over, white, write } from '../../contract/contrast.ts'
import type { ThemeToken } from '../../contract/theme-tokens.ts'
import { parentElementOf } from '../parent-element-of.ts'

/** A color that is too close to what lies behind it. Colors are written as `#rrggbb`. */
export interface UnreadableColor {
  token: ThemeToken
  /** Left out where the value is no color at all; then `now` is our own. */
  was?: string
  now: string
  /** The contrast it has, and what it needs (WCAG 1.4.3 and 1.4.11). */
  ratio: number
  least: number
}

/** Whether colors can be measured here: in browsers since 2023. */
export function canMeasure(): boolean {
  return typeof CSS !== 'undefined' && CSS.supports('color', 'color-mix(in srgb,red,red)')
}

/**
 * Finds what is too hard to read of the colors around a form, in the theme that is on. Empty where the page has set
 * none, and in forced colors, which are the system's. Only where {@link canMeasure}.
 *
 * @param root the form's root, on a page
 */
export function unreadableColors(root: HTMLElement): UnreadableColor[] {
  const found: UnreadableColor[] = []
  // It has the tokens as the page has set them, not as the root has replaced them.
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
  /** Mixed with itself, every color is written in the same way, whatever it was written in. */
  const measure = (value: string): Color | undefined => {
    probe.style.setProperty('color', `color-mix(in srgb,${value},${value})`, 'important')
    const parts = /^color\(srgb ([^)]+)/.exec(style.color)?.[1]?.split(/[ /]+/)
    return parts && [...parts, '1'].map((part) => Math.min(1, Math.max(0, Number(part))))
  }
  const read = (token: ThemeToken): Color => {
    const color = measure(`var(--_${token})`)
    if (color !== undefined) return color
    // What is no color would leave a button without its ground.
    probe.style.setProperty(`--vr-${token}`, 'initial')
    const own = measure(`var(--_${token})`) ?? black
    found.push({ token, now: write(own), ratio: 0, least: 0 })
    return own
  }
  // What lies behind a sheet that lets it through is the page's, up to its canvas.
  const layers = [read('color-surface')]
  for (let at = parentElementOf(root); at !== undefined; at = parentElementOf(at)) {
    layers.push(measure(getComputedStyle(at).backgroundColor) ?? white)
  }
  const surface = layers.reduceRight((ground, layer) => over(layer, ground), white)
  found.push(...measureColors(read, surface).filter(({ ratio, least }) => ratio < least))
}
