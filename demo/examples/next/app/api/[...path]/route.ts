import { hostedPage } from 'voter-registration-server/hosted'
import { routeHandlers } from 'voter-registration-server/next'

// The environment is read at the first request, so that a build needs no secrets. In production, behind the proxy of your
// platform, set TRUST_PROXY_HOPS=1: Next.js reports no client addresses.
export const { GET, POST, OPTIONS } = routeHandlers({ basePath: '/api' }, { page: hostedPage() })
