/** The page under test: only the form, as on a partner's page. The URL contains the options:
 *  `?props={"apiBase":"…","locale":"es"}&strict&texts`; `texts` passes the Spanish texts as props. */
import { StrictMode, useEffect, useState, version } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { VoterRegistration, type VoterRegistrationCallbacks, type VoterRegistrationProps } from 'voter-registration'
import { es } from 'voter-registration/locales/es'
import 'voter-registration/styles.css'

/** The page's interface for tests. */
export interface Partner {
  /** The calls of the callbacks with their details, oldest first. */
  events: { name: string; detail: unknown }[]
  /** Re-renders the page this many times, with new closures each time. */
  rerender(times: number): void
  /** Returns how often it was rendered so far. */
  rounds(): number
  /** The version of React. */
  react: string
}

declare global {
  interface Window {
    partner: Partner
  }
}

const parameters = new URLSearchParams(location.search)
const props: VoterRegistrationProps = JSON.parse(parameters.get('props') ?? '{"apiBase":"http://localhost:8787"}')
if (parameters.has('texts')) props.locales = [es]
const events: Partner['events'] = []

const createRecorder = (name: string) => (detail: object) => {
  events.push({ name, detail: JSON.parse(JSON.stringify(detail)) })
}

/** Returns callbacks that record their details; new ones on each call. */
function callbacks(): VoterRegistrationCallbacks {
  return {
    onReady: createRecorder('ready'),
    onStart: createRecorder('start'),
    onInvalid: createRecorder('invalid'),
    onSubmit: createRecorder('submit'),
    onResult: createRecorder('result'),
    onAction: createRecorder('action'),
    onTrack: createRecorder('track'),
    onError: createRecorder('error'),
    onReset: createRecorder('reset'),
  }
}

function PartnerPage() {
  const [rounds, setRound] = useState(0)
  useEffect(() => {
    window.partner = {
      events,
      rerender: (times) => {
        for (let round = 0; round < times; round++) setTimeout(() => setRound((previous) => previous + 1), round * 5)
      },
      rounds: () => rounds,
      react: version,
    }
  }, [rounds])
  return <VoterRegistration {...props} {...callbacks()} />
}

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no #root.')
const page = parameters.has('strict') ? (
  <StrictMode>
    <PartnerPage />
  </StrictMode>
) : (
  <PartnerPage />
)
if (root.hasChildNodes()) hydrateRoot(root, page)
else createRoot(root).render(page)
