#!/usr/bin/env node
/** Entry point of the command `voter-registration-sandbox`. */
import { main } from './commands/sandbox-command.ts'

await main()
