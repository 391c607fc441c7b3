/** Starts the snippet builder. */
import { createRoot } from 'react-dom/client'
import '../qa.css'
import './builder.css'
import type { SiteConfig } from '../server/site-config.ts'
import { BuilderPage } from './builder/builder-page.tsx'

const page = document.getElementById('page')
if (page === null) throw new Error('The page has no #page.')
const root = createRoot(page)
try {
  const { bff }: SiteConfig = await (await fetch('/config.json')).json()
  const integrity: Record<string, string> | undefined = await fetch('/element/integrity.json').then(
    (answer) => (answer.ok ? answer.json() : undefined),
    () => undefined,
  )
  root.render(<BuilderPage bff={bff} integrity={integrity} />)
} catch {
  root.render(<p>The demo server does not list the addresses of BFF and sandbox. Start it with “npm start”.</p>)
}
