/** The variables of the monitor command. */
import { monitorOptions } from '../monitor/options-table.ts'
import { host, option, port, required, text } from '../options/option.ts'

/** What the command alone reads. There is no default for the sites: nobody checks a state's site by accident. */
export const ownOptions = {
  sites: required(
    'MONITOR_SITES',
    text(
      'a JSON file, as in [{"url": "https://…", "description": "MA Online Voter Registration"}], or civic for the tools that the Civic data names (CIVIC_URL and its key). The monitor checks them every 15 minutes, day and night: ask their owners first',
    ),
  ),
  port: option('PORT', port('the port to listen on; 0 takes any that is free'), { standard: 8789, name: '' }),
  host: option('HOST', host(), { standard: '127.0.0.1', name: '' }),
}

/** The variables of the command. */
export const monitorCommandOptions = { ...ownOptions, ...monitorOptions }
