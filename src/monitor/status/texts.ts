/** Every text of the status page, by language. A text with a value in it is a function. */
import { formatsIn } from './formats.ts'

const ago = (language: string, seconds: number) => {
  const minutes = Math.round(seconds / 60)
  const { relative } = formatsIn(language)
  return minutes < 60 ? relative.format(-minutes, 'minute') : relative.format(-Math.round(minutes / 60), 'hour')
}

const en = {
  language: 'en',
  title: 'Status of the states’ voter sites',
  lead: 'Sites where voters register, check their registration and more, as a monitor sees them. A site that is not listed is not known to be up.',
  /** A moment follows. */
  asOf: 'As of',
  stale: 'The monitor’s data cannot be read at the moment. This is the last that is known.',
  nothing: 'Nothing is known at the moment: the monitor’s data cannot be read, or it has no sites.',
  noMatch: 'No site matches.',
  summary: ({ all, down, unknown, refused }: { all: number; down: number; unknown: number; refused: number }) => {
    const known =
      down === 0
        ? `No outage among ${all} ${all === 1 ? 'site' : 'sites'}.`
        : `${down} of ${all} sites ${down === 1 ? 'is' : 'are'} down.`
    const parts = [known]
    if (refused > 0) parts.push(`${refused} cannot be checked.`)
    if (unknown > 0) parts.push(`Of ${unknown} nothing is known.`)
    return parts.join(' ')
  },
  filter: {
    legend: 'Which sites',
    state: 'State',
    tool: 'Tool',
    allStates: 'All states',
    allTools: 'All tools',
    down: 'Only sites that are down',
    show: 'Show',
  },
  live: 'Update this page by itself',
  csv: 'The same as a CSV file',
  other: { language: 'es', name: 'Español' },
  down: { heading: 'Down now', none: 'No site is down now.' },
  others: { heading: 'All other sites' },
  columns: {
    state: 'State',
    tool: 'Site',
    now: 'Now',
    share: 'Share of time up',
    days: 'Last 90 days',
    load: 'Load time',
  },
  noState: 'No state',
  up: 'Up',
  isDown: 'Down',
  unknown: 'Not known',
  refused: (status: number) => `Cannot be checked: it refuses programs (HTTP ${status})`,
  since: 'since',
  /** A moment follows. */
  watchedSince: 'Counted since',
  checked: (seconds: number) => `checked ${ago('en', seconds)}`,
  shares: { day: 'Day', week: 'Week', month: '30 days', quarter: '90 days' },
  figures: 'Figures',
  day: 'Day (UTC)',
  downShare: 'Down',
  noOutage: 'No outage seen.',
  daysUnknown: (count: number) => `${count} ${count === 1 ? 'day is' : 'days are'} not known.`,
  load: { checks: 'Checks', last: 'Last', median: 'Median', slowest: 'Slowest', failed: 'Failed' },
  newTab: '(opens in a new tab)',
  feed: 'Outages of the states’ voter sites',
  wasDown: 'Was down',
  outages: 'Outages',
  from: 'From',
  to: 'To',
  lasts: 'still down',
  checks: 'Last checks',
  unclear: 'Not counted',
  kinds: {
    timeout: 'No answer in time',
    connection: 'No connection',
    name: 'Address not found',
    certificate: 'Certificate not valid',
    answer: 'Error answer',
    content: 'Not the right page',
    failed: 'Failed',
  },
}

/** The texts in one language. */
export type StatusTexts = typeof en

const es: StatusTexts = {
  language: 'es',
  title: 'Estado de los sitios electorales de los estados',
  lead: 'Sitios para registrarse, consultar el registro y más, tal como los ve un monitor. De un sitio que no está en la lista no se sabe si funciona.',
  asOf: 'Datos de',
  stale: 'En este momento no se pueden leer los datos del monitor. Esto es lo último que se sabe.',
  nothing: 'En este momento no se sabe nada: no se pueden leer los datos del monitor, o no tiene sitios.',
  noMatch: 'Ningún sitio coincide.',
  summary: ({ all, down, unknown, refused }) => {
    const known =
      down === 0
        ? `Ninguna interrupción entre ${all} ${all === 1 ? 'sitio' : 'sitios'}.`
        : `${down} de ${all} sitios no ${down === 1 ? 'funciona' : 'funcionan'}.`
    const parts = [known]
    if (refused > 0) parts.push(`${refused} no se ${refused === 1 ? 'puede' : 'pueden'} comprobar.`)
    if (unknown > 0) parts.push(`De ${unknown} no se sabe nada.`)
    return parts.join(' ')
  },
  filter: {
    legend: 'Qué sitios',
    state: 'Estado',
    tool: 'Herramienta',
    allStates: 'Todos los estados',
    allTools: 'Todas las herramientas',
    down: 'Solo sitios que no funcionan',
    show: 'Mostrar',
  },
  live: 'Actualizar esta página automáticamente',
  csv: 'Lo mismo como archivo CSV',
  other: { language: 'en', name: 'English' },
  down: { heading: 'No funcionan ahora', none: 'Ahora funcionan todos los sitios de los que se sabe algo.' },
  others: { heading: 'Los demás sitios' },
  columns: {
    state: 'Estado',
    tool: 'Sitio',
    now: 'Ahora',
    share: 'Porcentaje del tiempo en servicio',
    days: 'Últimos 90 días',
    load: 'Tiempo de carga',
  },
  noState: 'Sin estado',
  up: 'Funciona',
  isDown: 'No funciona',
  unknown: 'No se sabe',
  refused: (status) => `No se puede comprobar: rechaza programas (HTTP ${status})`,
  since: 'desde',
  watchedSince: 'Contado desde',
  checked: (seconds) => `comprobado ${ago('es', seconds)}`,
  shares: { day: 'Día', week: 'Semana', month: '30 días', quarter: '90 días' },
  figures: 'Cifras',
  day: 'Día (UTC)',
  downShare: 'Sin servicio',
  noOutage: 'No se ha visto ninguna interrupción.',
  daysUnknown: (count) => (count === 1 ? 'De 1 día no se sabe nada.' : `De ${count} días no se sabe nada.`),
  load: { checks: 'Comprobaciones', last: 'Última', median: 'Mediana', slowest: 'Más lenta', failed: 'Fallidas' },
  newTab: '(se abre en una pestaña nueva)',
  feed: 'Interrupciones de los sitios electorales de los estados',
  wasDown: 'No funcionó',
  outages: 'Interrupciones',
  from: 'Desde',
  to: 'Hasta',
  lasts: 'sigue sin funcionar',
  checks: 'Últimas comprobaciones',
  unclear: 'No cuenta',
  kinds: {
    timeout: 'Sin respuesta a tiempo',
    connection: 'Sin conexión',
    name: 'Dirección no encontrada',
    certificate: 'Certificado no válido',
    answer: 'Respuesta de error',
    content: 'No es la página correcta',
    failed: 'Falló',
  },
}

/** The texts by language. */
export const statusTexts = { en, es } as const
