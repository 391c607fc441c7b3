/** A partner's own monitor: must type-check against the packed package. */
import { createMonitor, type MonitorOptions } from 'voter-registration-monitor'

const watched: MonitorOptions = {
  sites: [{ url: 'https://register.state.example/', description: 'MA Online Voter Registration' }],
  dataDir: ':memory:',
}
export const monitor = () => createMonitor(watched)
