/** Reads the consent block from the screen, in the format of a receipt. */

/**
 * Returns the text of a form's consent block and of its button, each part as a paragraph.
 *
 * @param form the form; in a browser this function is injected into the page, so it uses nothing from outside
 */
export function readConsent(form: Element): string {
  const textOf = (element: Element): string => {
    const words = [...element.childNodes].map((node) => {
      // React's server puts comments between text nodes.
      if (!(node instanceof Element)) return node.nodeType === Node.TEXT_NODE ? (node.textContent ?? '') : ''
      if (node.classList.contains('vr-visually-hidden')) return ''
      return node.tagName === 'A' ? `${textOf(node)} <${node.getAttribute('href')}>` : textOf(node)
    })
    return words.join('').replaceAll(/[ \t\n]+/g, ' ')
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
