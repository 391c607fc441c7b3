import type { NextConfig } from 'next'

// The page at /api/form needs the React that Node loads, not that of server components.
const config: NextConfig = {
  serverExternalPackages: ['voter-registration-server'],
  // The default of create-next-app.
  cacheComponents: true,
  partialPrefetching: true,
}

export default config
