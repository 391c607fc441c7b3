/** The contrast of the form in the chosen colors. */
import type { PaintedColor } from 'voter-registration/contract'
import { paintedPairs, themesOf } from './painted-pairs.ts'
import type { SnippetChoices } from './snippet-options.ts'

/** Shows each pair of colors that the choices change, as the form paints it. Shows nothing when no color is chosen. */
export function ContrastTable({ chosen }: { chosen: SnippetChoices }) {
  const pairs = paintedPairs(chosen)
  const replaced = pairs.flatMap(({ colors }) => colors).filter(({ was, now }) => was !== now).length
  return (
    <>
      {/* The figures change with every letter: only the summary is announced. */}
      <p role="status" className="builder-contrast-sum">
        {pairs.length > 0 && sumOf(replaced)}
      </p>
      {pairs.length > 0 && (
        <table className="qa-table builder-contrasts">
          <caption>Measured contrast in the form</caption>
          <thead>
            <tr>
              <th scope="col">Colors</th>
              {themesOf(chosen).map((theme) => (
                <th key={theme} scope="col">
                  {theme === 'light' ? 'Light' : 'Dark'}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {pairs.map(({ color: one, name, colors }) => (
              <tr key={one} data-color={one}>
                <th scope="row">{name}</th>
                {colors.map((color) => (
                  <td key={color.theme}>{figureOf(color)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  )
}

function sumOf(replaced: number): string {
  if (replaced === 0) return 'All of these colors have enough contrast.'
  return replaced === 1
    ? 'One color has too little contrast: the form shows another one there.'
    : `${replaced} colors have too little contrast: the form shows others there.`
}

/** Rounded down: 4.49 is not enough. */
function figureOf({ was, now, ratio, least }: PaintedColor): string {
  const figure = `${(Math.floor(ratio * 10) / 10).toFixed(1)} to 1`
  const short = ratio < least ? `, needs ${least}` : ''
  return was === now ? `${figure}${short}` : `${figure}${short}, with ${now} instead of ${was}`
}
