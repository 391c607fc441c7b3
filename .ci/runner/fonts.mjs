/** Installs the fonts that tests of lines and lengths need: like a phone's, they cover every language of the form. */
import { existsSync } from 'node:fs'
import { installFromDebian } from './program.mjs'

/** Debian's folders of the fonts, with the package of each. */
const folders = {
  '/usr/share/fonts/truetype/noto': 'fonts-noto-core',
  '/usr/share/fonts/opentype/noto': 'fonts-noto-cjk',
}

const missing = () => Object.entries(folders).flatMap(([folder, name]) => (existsSync(folder) ? [] : [name]))

/** Installs them on a Linux without them where that is allowed; else prints a notice. */
export async function phoneFonts() {
  if (process.platform !== 'linux') return
  if (missing().length > 0) await installFromDebian(...missing())
  if (missing().length > 0) {
    console.log(`No Noto fonts in ${Object.keys(folders).join(' or ')}: a test that measures lines may fail for that.`)
    console.log(`On Debian: apt-get install ${missing().join(' ')}`)
  }
}
