import { index, type RouteConfig } from '@react-router/dev/routes'

export default [index('register.tsx')] satisfies RouteConfig
