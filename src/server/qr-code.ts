/** Encodes a URL as a QR code, to open it from paper or another screen without typing. */
import newCode from 'qrcode-generator'
import type { QrCode } from '../contract/civic-data/state-facts.ts'

/** The most characters of a URL in a code with this error correction: version 40 of the standard. */
export const maxQrCodeUrl = 2_331

/** Creates the code with error correction level "M": it stays readable with 15 % of it covered. `undefined` for a URL that is
 *  longer than {@link maxQrCodeUrl}. */
export function qrCode(url: string): QrCode | undefined {
  if (url.length > maxQrCodeUrl) return undefined
  const code = newCode(0, 'M')
  code.addData(url)
  code.make()
  const size = code.getModuleCount()
  let path = ''
  for (let row = 0; row < size; row++) {
    for (let from = 0; from < size; from++) {
      let to = from
      while (to < size && code.isDark(row, to)) to++
      if (to > from) path += `M${from} ${row}h${to - from}v1H${from}z`
      from = to
    }
  }
  return { url, size, path }
}
