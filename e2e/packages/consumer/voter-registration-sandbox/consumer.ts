/** A partner's own test: must type-check against the packed package. */
import { createSandbox, sandboxKey } from 'voter-registration-sandbox'

export const sandbox = () => createSandbox({ publicUrl: 'http://127.0.0.1:8788' }).fetch
export const [id = '', secret = ''] = sandboxKey.split(':')
