#!/usr/bin/env node
/** Entry point of the command `voter-registration`. */
import { main } from './cli/run-cli.ts'

await main()
