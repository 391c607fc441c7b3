/** An address as a QR code, so that a sheet of paper or another screen leads there without typing. */
import newCode from 'qrcode-generator'
import type { QrCode } from '../contract/civic/state-facts.ts'

/** Makes the code, with the error correction "M": it is read with 15 % of it covered. */
export function qrCode(url: string): QrCode {
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
