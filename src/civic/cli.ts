#!/usr/bin/env node
/** Entry point of the command `voter-registration-civic`. */
import { main } from './commands/civic-command.ts'

await main()
