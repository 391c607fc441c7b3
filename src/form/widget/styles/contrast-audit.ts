/** Finds the colors of a form that cannot be read, in the current theme of the page. */
import type { Color } from '../../../contract/label-on.ts'
import { over, type ReadableColor, readableColors } from '../../../contract/readable-colors.ts'
import type { ColorToken } from '../../../contract/theme-tokens.ts'
import { parentElementOf } from '../parent-element-of.ts'

/** A color that is replaced. */
export interface ReplacedColor extends Pick<ReadableColor, 'name' | 'now'> {
  /** Left out when the value is not a color; then `now` is our default. */
  measured?: ReadableColor
  /** Whether the page has set it: a color of ours may only not go with one of the page's. */
  isSet: boolean
}

/**
 * Finds the colors of a form to replace, in the current theme. Returns an empty list where the page has set no colors, and in
 * forced colors, which are the system's; and in browsers before 2023, which cannot measure colors.
 *
 * @param root the form's root, on a page
 */
export function replacedColors(root: HTMLElement): ReplacedColor[] {
  const found: ReplacedColor[] = []
  // The probe has the tokens as the page has set them, not as replaced on the root.
  const probe = document.createElement('div')
  probe.className = 'vr-root'
  probe.dataset.theme = root.dataset.theme ?? 'auto'
  probe.style.setProperty('display', 'none', 'important')
  root.append(probe)
  const style = getComputedStyle(probe)
  /** Mixed with itself, every color is serialized in the same notation. */
  const measure = (value: string): Color | undefined => {
    probe.style.setProperty('color', `color-mix(in srgb,${value},${value})`, 'important')
    const parts = /^color\(srgb ([^)]+)/.exec(style.color)?.[1]?.split(/[ /]+/)
    return parts?.map((part) => Math.min(1, Math.max(0, Number(part))))
  }
  const read = (token: ColorToken): Color => {
    const color = measure(`var(--_${token})`)
    if (color !== undefined) return color
    // A value that is not a color would leave a button without a background.
    probe.style.setProperty(`--vr-${token}`, 'initial')
    const now = measure(`var(--_${token})`) ?? [0, 0, 0]
    found.push({ name: token, now, isSet: true })
    return now
  }
  if (measure('red') !== undefined && style.getPropertyValue('--_seen').trim() !== '') {
    // Behind a transparent surface is the page, up to its canvas.
    const layers = [read('color-surface')]
    for (let at = parentElementOf(root); at !== undefined; at = parentElementOf(at)) {
      layers.push(measure(getComputedStyle(at).backgroundColor) ?? [1, 1, 1])
    }
    const surface = layers.reduceRight<Color>((ground, layer) => over(layer, ground), [1, 1, 1])
    for (const measured of readableColors(read, surface)) {
      const { name, was, now } = measured
      if (was !== now) found.push({ name, now, measured, isSet: style.getPropertyValue(`--vr-${name}`) !== '' })
    }
  }
  probe.remove()
  return found
}
