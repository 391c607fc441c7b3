/** What the page brings along: its style sheet, and the scripts of the browser's side by name. The build puts a generated
 *  module in the place of this one, which has the sheet alone: without scripts the page works all the same. */
import look from '../widget/styles/styles.css?inline'
import page from './page.css?inline'

/** The files. */
export interface PageFiles {
  style: string
  /** Name of the script that the page loads. */
  script: string | undefined
  /** Names of those that it needs at once. */
  needed: readonly string[]
  scripts: Readonly<Record<string, string>>
}

export const pageFiles: PageFiles = {
  style: look + page,
  script: undefined,
  needed: [],
  scripts: {},
}
