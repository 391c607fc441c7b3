import { VoterRegistration, type VoterRegistrationProps } from 'voter-registration'
import 'voter-registration/styles.css'
import type { Route } from './+types/register'

const bff = 'http://127.0.0.1:8787'

export const meta = () => [{ title: 'Register to vote' }]

/** Loads the settings, so that the first render is complete. */
export async function loader(): Promise<NonNullable<VoterRegistrationProps['settings']>> {
  const response = await fetch(`${bff}/settings`)
  return response.json()
}

export default function Register({ loaderData }: Route.ComponentProps) {
  return <VoterRegistration apiBase={bff} settings={loaderData} />
}
