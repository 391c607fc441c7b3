/** A result as a page: tables, and charts in plain SVG. No script, no font, nothing loaded; light and dark. */

import { measured, middleOf, verdict, wanted, written } from './cells.mjs'
import { runOf } from './run-of.mjs'

const escaped = (text) => String(text).replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)

/** The whole page. */
export function resultPage({ header, parts }) {
  const { machine, system, node, version, commit, at, load } = header
  const facts = [
    ['Measured', `${at}, ${runOf(parts)}`],
    ['Package', `voter-registration ${version}, commit ${commit}`],
    ['Machine', `${machine}, ${system}`],
    ['Node', node],
    [
      'Load when it began',
      `${load}${load > 1 ? ': the machine was busy with other things; read the ratios, not the milliseconds' : ''}`,
    ],
  ]
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>voter-registration: how fast it is</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>How fast voter-registration is</h1>
<p>Everything here was measured in one run, in turns, beside what one would use instead. A number is the median; the least and the greatest follow in brackets. The same numbers for programs: <a href="result.json">result.json</a>.</p>
<dl>${facts.map(([name, value]) => `<div><dt>${name}</dt><dd>${escaped(value)}</dd></div>`).join('')}</dl>
<nav aria-label="Parts"><ul>${parts.map(({ name, title }) => `<li><a href="#${name}">${escaped(title)}</a></li>`).join('')}</ul></nav>
${allBars(parts)}
${parts.map(partOf).join('\n')}
</main>
</body>
</html>
`
}

function allBars(parts) {
  const bars = parts.flatMap(({ bars: list = [] }) => list)
  if (bars.length === 0) return ''
  const row = (bar) => {
    const says = verdict(bar)
    const mark = { met: '✓', 'NOT MET': '✗', 'not measured': '–' }[says]
    return `<tr class="${says.toLowerCase().replaceAll(' ', '-')}"><th scope="row">${escaped(bar.says)}</th><td>${measured(bar)}</td><td>${wanted(bar)}</td><td><span aria-hidden="true">${mark}</span> ${says}</td></tr>`
  }
  return `<section aria-labelledby="bars"><h2 id="bars">The bars</h2>
<p>What we want, and whether this run shows it.</p>
<div class="wide" tabindex="0" role="region" aria-label="The bars as a table"><table><thead><tr><th scope="col">What</th><th scope="col">Measured</th><th scope="col">Wanted</th><th scope="col">Verdict</th></tr></thead><tbody>${bars.map(row).join('')}</tbody></table></div></section>`
}

function partOf({ name, title, notes = [], tables = [], failed, at, load, seconds }) {
  return `<section aria-labelledby="${name}"><h2 id="${name}">${escaped(title)}</h2>
${failed ? `<p class="failed"><strong>This part failed, so that there is nothing to show:</strong> ${escaped(failed)}</p>` : ''}
${notes.map((note) => `<p class="note">${escaped(note)}</p>`).join('\n')}
${tables.map(tableOf).join('\n')}
<p class="note">Measured ${escaped(at)}, in ${seconds} s; load ${load} when it began.</p></section>`
}

function tableOf({ title, columns, rows }) {
  const head = columns.map(({ label }) => `<th scope="col">${escaped(label)}</th>`).join('')
  const body = rows
    .map(
      (row) =>
        `<tr${row.ours ? ' class="ours"' : ''}><th scope="row">${escaped(row.name)}</th>${columns.map(({ key, digits }) => `<td>${written(row.cells[key], digits)}</td>`).join('')}</tr>`,
    )
    .join('')
  return `<h3>${escaped(title)}</h3>
${columns
  .filter(({ chart }) => chart)
  .map((column) => chartOf(title, column, rows))
  .join('\n')}
<div class="wide" tabindex="0" role="region" aria-label="${escaped(title)}, the numbers"><table><thead><tr><td></td>${head}</tr></thead><tbody>${body}</tbody></table></div>`
}

/** Bars from the left with the number at their end; the table below says the same, so that a reader of the screen skips them. */
function chartOf(title, { key, label, digits }, rows) {
  const shown = rows
    .map((row) => ({ ...row, value: middleOf(row.cells[key]), cell: row.cells[key] }))
    .filter(({ value }) => typeof value === 'number')
  if (shown.length < 2) return ''
  const most = Math.max(...shown.map(({ value }) => value), 0)
  const step = 46
  const width = 640
  const room = width - 90
  const x = (value) => (most === 0 ? 0 : Math.max(0, (value / most) * room))
  const bars = shown.map((row, place) => {
    const top = place * step
    const range =
      typeof row.cell === 'object'
        ? `<path class="range" d="M${x(row.cell.min).toFixed(1)} ${top + 31}H${x(row.cell.max).toFixed(1)}"/>`
        : ''
    return `<text x="0" y="${top + 16}">${escaped(row.name)}</text><rect class="${row.ours ? 'our' : 'their'}" x="0" y="${top + 22}" width="${Math.max(1, x(row.value)).toFixed(1)}" height="18" rx="2"/>${range}<text class="value" x="${(x(row.value) + 8).toFixed(1)}" y="${top + 36}">${written(row.value, digits)}</text>`
  })
  return `<figure><figcaption>${escaped(label)}</figcaption><svg viewBox="0 0 ${width} ${shown.length * step}" role="img" aria-label="${escaped(`${title}: ${label}, as bars. The table has the numbers.`)}">${bars.join('')}</svg></figure>`
}

const style = `
:root{--ink:#1b1f24;--quiet:#57606a;--line:#d0d7de;--paper:#fff;--our:#0b57d0;--their:#8c959f;--good:#116329;--bad:#a40e26;--tint:#eef4ff}
@media (prefers-color-scheme:dark){:root{--ink:#e6edf3;--quiet:#9da7b1;--line:#3d444d;--paper:#0d1117;--our:#79b0ff;--their:#6e7681;--good:#56d364;--bad:#ff9492;--tint:#14233b}}
*{box-sizing:border-box}
body{background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif;margin:0}
main{margin:0 auto;max-width:72rem;padding:1.5rem 1rem 4rem}
h1{font-size:1.8rem;line-height:1.2}h2{border-top:2px solid var(--line);font-size:1.35rem;margin:2.5rem 0 .75rem;padding-top:1.25rem}h3{font-size:1.1rem;margin:1.75rem 0 .5rem}
a{color:var(--our)}
dl{margin:1rem 0}dl div{display:flex;flex-wrap:wrap;gap:0 .75rem}dt{color:var(--quiet);min-width:10rem}dd{margin:0}
.note{color:var(--quiet);margin:.35rem 0;max-width:60rem}
.failed{color:var(--bad)}
.wide{overflow-x:auto}.wide:focus-visible,a:focus-visible{outline:3px solid var(--our);outline-offset:2px}
table{border-collapse:collapse;font-size:.9rem;font-variant-numeric:tabular-nums}
th,td{border-bottom:1px solid var(--line);padding:.4rem .75rem;text-align:right;vertical-align:bottom}
th[scope=row]{font-weight:400;min-width:14rem;text-align:left}thead th{font-weight:600}thead th:first-child{text-align:left}
.ours th,.ours td{background:var(--tint)}.ours th{font-weight:700}
.met td:last-child{color:var(--good)}.not-met td:last-child{color:var(--bad);font-weight:700}
figure{margin:1rem 0;max-width:44rem}figcaption{color:var(--quiet)}
svg{display:block;height:auto;width:100%}svg text{fill:var(--ink);font:14px system-ui,sans-serif}.value{font-variant-numeric:tabular-nums}
.our{fill:var(--our)}.their{fill:var(--their)}.range{stroke:var(--ink);stroke-width:1.5}
@media (forced-colors:active){.our{fill:Highlight}.their{fill:GrayText}.range{stroke:CanvasText}svg text{fill:CanvasText}}
@media print{.wide{overflow:visible}}
`
