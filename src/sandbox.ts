/** Entry point: the registration service's API without a key, for development, demos and tests. */
export { createSandbox, type Sandbox, type SandboxOptions } from './sandbox/create-sandbox.ts'
export type { ReceivedList } from './sandbox/request-journal.ts'
export { sandboxKey } from './sandbox/sandbox-key.ts'
export type { Scenario } from './sandbox/scenario.ts'
export { scenarios } from './sandbox/scenarios.ts'
