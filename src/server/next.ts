/** Entry point: the backend-for-frontend as a route of Next.js. */
export type { BffDependencies } from './bff-dependencies.ts'
export type { BffOptions } from './options/bff-options.ts'
export { type RouteHandlers, routeHandlers } from './route-handlers.ts'
