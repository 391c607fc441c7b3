/** Starts the API reference: the OpenAPI documents of sandbox and BFF, to read and to try. */
import '../page.css'
import 'swagger-ui-dist/swagger-ui.css'
import './reference.css'
import type { SiteConfig } from '../server/site-config.ts'
import { apis, chosenApi } from './reference/apis.ts'
import { showReference } from './reference/show-reference.ts'

const place = document.getElementById('reference')
if (place === null) throw new Error('The page has no #reference.')
const chosen = chosenApi(location.search)

document.getElementById('apis')?.append(
  ...apis.map(({ name, title }) => {
    const link = document.createElement('a')
    link.href = `?api=${name}`
    link.textContent = title
    if (name === chosen) link.setAttribute('aria-current', 'page')
    return link
  }),
)

try {
  const config: SiteConfig = await (await fetch('/config.json')).json()
  showReference(place, chosen, config)
} catch {
  place.textContent = 'The demo server does not list the addresses of BFF and sandbox. Start it with “npm start”.'
}
