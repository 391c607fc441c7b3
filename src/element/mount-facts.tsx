/** Puts the facts of a state into the element. */
import { createRoot } from 'react-dom/client'
import { VoterStateFacts } from '../widget/civic/voter-state-facts.tsx'
import { factsMounter } from './facts-mounter.ts'

/** Mounts a panel. */
export const mountFacts = factsMounter(createRoot, (props) => <VoterStateFacts {...props} />)
