/** Tells people's browsers from programs that send in bulk: asked only of addresses that are over the soft limit. */
import type { Challenge } from '../../contract/bff-api.ts'

/** What checking a solution can come to. */
export type Checked =
  | 'passed'
  | 'failed'
  /** The checking service cannot be reached, or does not accept our secret: nobody knows. */
  | 'down'

/** A kind of check. */
export interface BotCheck {
  /** A challenge for one request. */
  challenge(): Promise<Challenge>
  /** Checks what came back as the `Challenge-Solution` header. Never throws. */
  check(solution: string): Promise<Checked>
}

/** The longest solution that is looked at: those of the services have up to 2 KiB. */
export const longestSolution = 4096
