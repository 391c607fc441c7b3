#!/usr/bin/env node
/** Door: the command `voter-registration`. */
import { main } from './cli/run-cli.ts'

await main()
