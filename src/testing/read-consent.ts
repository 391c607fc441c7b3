/** Reads the consent block off the screen, as a receipt prints it. */

/**
 * What stands in a form's consent block and on its button, a part in each paragraph.
 *
 * @param form the form; in a browser this function is written into the page, so that it uses nothing from outside
 */
export function readConsent(form: Element): string {
  const textOf = (element: Element): string => {
    const words = [...element.childNodes].map((node) => {
      // React's server puts comments between texts.
      if (!(node instanceof Element)) return node.nodeType === Node.TEXT_NODE ? (node.textContent ?? '') : ''
      if (node.classList.contains('vr-visually-hidden')) return ''
      return node.tagName === 'A' ? `${textOf(node)} <${node.getAttribute('href')}>` : textOf(node)
    })
    return words.join('').replaceAll(/\s+/g, ' ')
  }
  const lines: string[] = []
  for (const part of form.querySelectorAll(
    '.vr-consent-heading, .vr-consent p, .vr-consent summary, .vr-consent .vr-checkbox',
  )) {
    if (part.closest('.vr-checkbox') !== part && part.closest('.vr-checkbox') !== null) continue
    const box = part.querySelector('input')
    const [label, hint] = [part.querySelector('label'), part.querySelector('.vr-hint')]
    const before = part.tagName === 'SUMMARY' ? '[+] ' : part.closest('details') === null ? '' : '    '
    lines.push(label === null ? `${before}${textOf(part)}` : `[${box?.checked === true ? 'x' : ' '}] ${textOf(label)}`)
    if (hint !== null) lines.push(`    ${textOf(hint)}`)
  }
  for (const label of form.querySelectorAll('button[type=submit] > span')) lines.push(`[ ${textOf(label)} ]`)
  return `${lines.map((line) => line.trimEnd()).join('\n\n')}\n`
}
