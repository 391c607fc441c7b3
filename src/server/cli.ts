#!/usr/bin/env node
/** Entry point of the command `voter-registration`. */
import { main } from './commands/run-cli.ts'

await main()
