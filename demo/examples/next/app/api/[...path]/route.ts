import { hostedPage } from 'voter-registration-server/hosted'
import { routeHandlers } from 'voter-registration-server/next'

// The environment is read at the first request, so that a build needs no secrets.
export const { GET, POST, OPTIONS } = routeHandlers({ basePath: '/api' }, { page: hostedPage() })
