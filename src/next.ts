/** Door: the backend-for-frontend as a route of Next.js. */
export type { BffDependencies } from './bff/bff-dependencies.ts'
export type { BffOptions } from './bff/config/options.ts'
export { type RouteHandlers, routeHandlers } from './bff/route-handlers.ts'
