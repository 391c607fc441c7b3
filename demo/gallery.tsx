/** The gallery: every component of the form in every state, from the examples next to the components. `?only=<id>` shows
 *  one of them alone, `?before` each beside the same one of the build that the server has as `DEMO_BEFORE`. */
import { createRoot } from 'react-dom/client'
import type { Example } from '../src/form/testing/example.ts'
import 'voter-registration/styles.css'
import './gallery.css'
import { collect } from './gallery/collect.ts'
import { Gallery, Only } from './gallery/gallery-page.tsx'

const files = import.meta.glob<{ examples: readonly Example[] }>('../src/form/widget/**/*.examples.tsx', {
  eager: true,
})
const groups = collect(files)
const page = document.getElementById('page')
if (page === null) throw new Error('The page has no #page.')
const query = new URLSearchParams(location.search)
const only = query.get('only')
createRoot(page).render(
  only === null ? <Gallery groups={groups} hasBefore={query.has('before')} /> : <Only groups={groups} id={only} />,
)
