/** Draws a URL as a QR code. */
import createQr from 'qrcode-generator'

/**
 * Draws a QR code with the quiet zone of four modules that its standard requires, black on white in every theme.
 *
 * @param text at most 2331 characters
 * @returns an SVG with one unit for each module
 */
export function qrSvg(text: string): string {
  const code = createQr(0, 'M')
  code.addData(text)
  code.make()
  const modules = code.getModuleCount()
  const size = modules + 8
  const places = Array.from({ length: modules }, (_, place) => place)
  const dark = places.flatMap((row) =>
    places.filter((column) => code.isDark(row, column)).map((column) => `M${column + 4} ${row + 4}h1v1h-1z`),
  )
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${size * 8}" height="${size * 8}" shape-rendering="crispEdges">`,
    `<path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${dark.join('')}"/></svg>`,
  ].join('')
}
