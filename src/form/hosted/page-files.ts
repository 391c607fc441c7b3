/** The page's style sheet and scripts; the build replaces this module. */
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
