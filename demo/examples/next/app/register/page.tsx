import { VoterRegistration } from 'voter-registration'
import 'voter-registration/styles.css'

export default function Register() {
  return <VoterRegistration apiBase="/api" />
}
