/** The style sheet of the page, and its browser scripts by name. The build replaces this module, which has the style sheet
 *  alone, with a generated one: the page works without scripts too. */
import look from '../widget/styles/styles.css?inline'
import page from './page.css?inline'

export interface PageFiles {
  style: string
  script: string | undefined
  needed: readonly string[]
  scripts: Readonly<Record<string, string>>
}

export const pageFiles: PageFiles = {
  style: look + page,
  script: undefined,
  needed: [],
  scripts: {},
}
