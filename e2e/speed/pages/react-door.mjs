/** The React door in an otherwise empty page. */
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { VoterRegistration } from 'voter-registration'
import 'voter-registration/styles.css'

createRoot(document.getElementById('root')).render(createElement(VoterRegistration, { apiBase: '/api' }))
