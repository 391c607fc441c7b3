/** Entry point: the registration service's API without a key, for development, demos and tests. */
export { createSandbox, type Sandbox, type SandboxOptions } from './create-sandbox.ts'
export type { ReceivedList } from './request-journal.ts'
export { sandboxKey } from './sandbox-key.ts'
export type { Scenario } from './scenario.ts'
export { scenarios } from './scenarios.ts'
