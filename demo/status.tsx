/** Starts the page that takes mock sites of states down. */
import { createRoot } from 'react-dom/client'
import './states.css'
import type { SiteConfig } from './server/site-config.ts'
import { StatusPage } from './status/status-page.tsx'

const page = document.getElementById('page')
if (page === null) throw new Error('The page has no #page.')
const root = createRoot(page)
try {
  const config: SiteConfig = await (await fetch('/config.json')).json()
  root.render(<StatusPage config={config} />)
} catch {
  root.render(<p>The demo server does not list the addresses of BFF and sandbox. Start it with “npm start”.</p>)
}
