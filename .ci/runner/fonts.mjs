/** Installs the fonts that tests of lines and lengths need: like a phone's, they cover every language of the form. */
import { needs } from './program.mjs'

/** Debian's folders of the fonts. */
const folders = ['/usr/share/fonts/truetype/noto', '/usr/share/fonts/opentype/noto']

/** Installs them on a Linux without them where that is allowed; else prints a notice. */
export async function phoneFonts() {
  if (process.platform !== 'linux') return
  await needs([], ['fonts-noto-core', 'fonts-noto-cjk'], folders).catch((error) =>
    console.log(`A test that measures lines may fail for want of a font. ${error.message}`),
  )
}
