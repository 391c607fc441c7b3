/** The React door in a page that has nothing else. */
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { VoterRegistration } from 'voter-registration'
import 'voter-registration/styles.css'

createRoot(document.getElementById('root')).render(createElement(VoterRegistration, { apiBase: '/api' }))
