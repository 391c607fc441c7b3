#!/usr/bin/env node
/** Entry point of the command `voter-registration-monitor`. */
import { main } from './commands/monitor-command.ts'

await main()
