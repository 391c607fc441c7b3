/**
 * Deadline day: many voters, and a service under strain, at the shipped defaults.
 *
 *   ROWS=many-voters        some of them; STRAIN_SECONDS: see the rows
 */
import { loadavg } from 'node:os'
import { measure as manyVoters } from '../deadline/many-voters.mjs'
import { measure as strainedService } from '../deadline/strained-service.mjs'

const rows = {
  'many-voters': manyVoters,
  'strained-service': strainedService,
}

/** Measures the rows one after the other. Logs what a row could not measure, and continues with the others. */
export async function measure({ full, log }) {
  const chosen = process.env.ROWS?.split(',') ?? Object.keys(rows)
  const figures = []
  const notes = [
    'Every BFF is the command as the systemd unit starts it, behind one proxy, with every default of a real service: limits, proof of work, circuit breaker.',
  ]
  for (const [name, measureRow] of Object.entries(rows)) {
    if (!chosen.includes(name)) continue
    log(name)
    try {
      const result = await measureRow({ full })
      figures.push(...result.figures)
      notes.push(...result.notes)
    } catch (error) {
      figures.push({ says: `${name} (${error.message.split('\n')[0].slice(0, 300)})`, value: undefined, min: 0 })
      console.error(error)
    }
    notes.push(`Load of the machine after ${name}, its own included: ${loadavg()[0].toFixed(1)}.`)
  }
  return { title: 'A deadline day', notes, tables: [], figures }
}
