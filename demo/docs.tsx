/** Starts the documentation. */
import { createRoot } from 'react-dom/client'
import 'voter-registration/styles.css'
import './qa.css'
import './docs.css'
import { DocsPage } from './docs/docs-page.tsx'
import type { SiteConfig } from './server/site-config.ts'

const page = document.getElementById('page')
if (page === null) throw new Error('The page has no #page.')
// The documentation works without a BFF; only the form next to it needs one.
const config: SiteConfig | undefined = await fetch('/config.json').then(
  (answer) => (answer.ok ? answer.json() : undefined),
  () => undefined,
)
createRoot(page).render(<DocsPage bff={config?.bff} />)
