/** The status page's style sheet: the form's colors, readable from 280 px up, in the dark, in forced colors, on paper. */
export const statusStyle = `:root {
  color-scheme: light dark;
  --ink: light-dark(#1c1b22, #efedf5);
  --paper: light-dark(#ffffff, #1a1922);
  --wash: light-dark(#f5f4f9, #23222d);
  --line: light-dark(#e2e0ea, #393746);
  --muted: light-dark(#57555f, #b8b5c4);
  --border: light-dark(#83808d, #8b8799);
  --link: light-dark(#46389e, #c0b7ff);
  --good: light-dark(#176a3a, #86dba6);
  --bad: light-dark(#ad1f16, #ffaba2);
  --focus: light-dark(#7a3ff2, #ffd866);
}
* { box-sizing: border-box }
body { margin: 0 auto; padding: 1rem; max-width: 80rem; font: 100%/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper) }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0.5rem 0 }
h2 { font-size: 1.25rem; margin: 2rem 0 0.5rem }
p { max-width: 70ch; margin: 0.5rem 0 }
a { color: var(--link) }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
.links a { display: inline-block; margin-inline-end: 1.5rem; padding-block: 0.25rem }
.note, .label { color: var(--muted); font-size: 0.9375rem }
form { display: flex; flex-wrap: wrap; gap: 0.75rem 1.25rem; align-items: end; margin: 1rem 0; padding: 1rem; border: 1px solid var(--line); border-radius: 10px; background: var(--wash) }
form > div { min-width: 0 }
form label { display: block; font-weight: 600 }
select, button { font: inherit; min-height: 2.75rem; max-width: 100%; padding: 0.25rem 0.75rem; color: var(--ink); background: var(--paper); border: 1px solid var(--border); border-radius: 8px }
button { font-weight: 600; color: var(--paper); background: var(--link); border-color: transparent; padding-inline: 1.25rem }
#summary { font-size: 1.125rem; font-weight: 600 }
table { width: 100%; border-collapse: collapse }
th, td { text-align: start; vertical-align: top; padding: 0.625rem 0.75rem 0.625rem 0; border-block-end: 1px solid var(--line); overflow-wrap: break-word }
td a { overflow-wrap: anywhere }
[role="columnheader"] { font-size: 0.9375rem; color: var(--muted); font-weight: 600 }
td .label { display: none }
.is-down > th { border-inline-start: 4px solid var(--bad); padding-inline-start: 0.75rem }
.now-up { color: var(--good) }
.now-down { color: var(--bad) }
.now-down::before { content: "▼ " / "" }
.now-up::before { content: "● " / "" }
.now-unknown::before { content: "○ " / "" }
.now-blocked::before { content: "◇ " / "" }
dl { display: inline-grid; margin: 0; white-space: nowrap }
dl div { display: flex; gap: 1rem; justify-content: space-between }
dt { color: var(--muted); font-size: 0.9375rem }
dd { margin: 0; font-variant-numeric: tabular-nums }
.plot { display: inline-block; max-width: 100%; height: auto; vertical-align: middle }
.p-up { fill: var(--good) }
.p-down { fill: var(--bad) }
.p-unknown { fill: var(--border) }
.p-line { fill: none; stroke: var(--link); stroke-width: 1.5; stroke-linejoin: round }
.last { font-variant-numeric: tabular-nums; white-space: nowrap }
summary { cursor: pointer; padding-block: 0.25rem; color: var(--link) }
details ul { margin: 0; padding-inline-start: 1.25rem; font-size: 0.9375rem; overflow-wrap: anywhere }
details table { width: auto; font-size: 0.9375rem; font-variant-numeric: tabular-nums }
details th { font-weight: 400 }
@media (max-width: 60rem) {
  [role="table"] > thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
  [role="table"], [role="table"] > tbody, [role="table"] > tbody > tr, [role="table"] > tbody > tr > * { display: block }
  [role="table"] > tbody > tr { padding: 0.75rem 0; border-block-end: 1px solid var(--line) }
  [role="table"] > tbody > tr > * { padding: 0.25rem 0; border: 0 }
  [role="table"] > tbody > .is-down { border-inline-start: 4px solid var(--bad); padding-inline-start: 0.75rem }
  [role="table"] > tbody > .is-down > th { border: 0; padding-inline-start: 0 }
  [role="rowheader"] { font-size: 1.0625rem }
  td .label { display: block }
}
@media (forced-colors: active) {
  .p-up { fill: CanvasText }
  .p-down { fill: Mark }
  .p-unknown { fill: GrayText }
  .p-line { stroke: CanvasText }
  .plot { forced-color-adjust: none }
  .is-down > th { border-inline-start-color: Mark }
}
@media print {
  form, .links, summary { display: none }
  body { max-width: none; padding: 0; font-size: 10pt }
  a { color: inherit; text-decoration: none }
  tr { break-inside: avoid }
  details::details-content { content-visibility: visible; display: block; block-size: auto }
}
`
