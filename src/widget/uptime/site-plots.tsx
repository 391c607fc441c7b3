/** The two small plots of a site. For who sees them only: what they show is said beside them. */
import type { ReactNode } from 'react'

const height = 20
const dayWidth = 2

/** A strip of days, oldest on the left: low for a day without an outage, high for one with, a line for one not known.
 *  Shapes, not colors alone. */
export function DaysPlot({ days }: { days: readonly (number | null)[] }) {
  const bars = (isDown: boolean) =>
    days
      .map((share, day) => {
        if ((share ?? 0) > 0 !== isDown) return ''
        const top = share === null ? height - 1 : isDown ? 0 : height / 2
        return `M${day * dayWidth} ${top}h${dayWidth}V${height}h-${dayWidth}z`
      })
      .join('')
  return (
    <Plot width={days.length * dayWidth}>
      <path fill="currentColor" fillOpacity="0.4" d={bars(false)} />
      <path fill="currentColor" d={bars(true)} />
    </Plot>
  )
}

const lineWidth = 90

/** Load times as a line, oldest on the left, from 0 to the slowest; a failed check is a gap. */
export function LoadPlot({ seconds }: { seconds: readonly (number | null)[] }) {
  const slowest = Math.max(0.001, ...seconds.map((each) => each ?? 0))
  const step = lineWidth / Math.max(1, seconds.length - 1)
  const points = seconds.map((each, place) => {
    if (each === null) return ''
    const begins = place === 0 || seconds[place - 1] === null
    return `${begins ? 'M' : 'L'}${(place * step).toFixed(1)} ${(height - 1 - (each / slowest) * (height - 2)).toFixed(1)}`
  })
  return (
    <Plot width={lineWidth}>
      <path fill="none" stroke="currentColor" strokeWidth="1.5" d={points.join('')} />
    </Plot>
  )
}

function Plot({ width, children }: { width: number; children: ReactNode }) {
  return (
    <svg viewBox={`0 0 ${width} ${height}`} width={width} height={height} aria-hidden="true" focusable="false">
      {children}
    </svg>
  )
}
