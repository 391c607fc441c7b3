/** Entry point: the registration service's API without a key, for development, demos and tests. */
export { sandboxKey } from './basic-auth.ts'
export { createSandbox, type Sandbox, type SandboxOptions } from './create-sandbox.ts'
export type { ReceivedList } from './request-journal.ts'
export type { Scenario } from './scenario.ts'
export { scenarios } from './scenarios.ts'
