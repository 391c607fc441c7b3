import { VoterRegistration } from 'voter-registration'
import 'voter-registration/styles.css'

export function RegisterToVote() {
  return <VoterRegistration apiBase={import.meta.env.VITE_BFF ?? 'http://127.0.0.1:8787'} />
}
