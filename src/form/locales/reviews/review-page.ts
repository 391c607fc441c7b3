/** The page that a reader of a language reviews: every text in its screen, numbered, with the English text next to it. */
import { escapeHtml } from '../../../contract/escape-html.ts'
import type { ReviewText } from './review-texts.ts'

/** Pictures of screens, as `data:` URLs. */
export type Pictures = Readonly<Record<string, string>>

/** The parts of the page: the texts of each, a heading for the reader, and the pictures that show them. */
const parts: readonly { keys: readonly string[]; heading: string; where: string; pictures: readonly string[] }[] = [
  {
    keys: ['form', 'fields', 'hints', 'titles', 'months', 'notes', 'stop'],
    heading: 'The form',
    where: 'What a voter reads while filling in the form.',
    pictures: ['form'],
  },
  {
    keys: ['steps'],
    heading: 'The form in steps',
    where:
      'Where the form asks for one group of fields after the other, and shows the answers once more before they are sent.',
    pictures: [],
  },
  {
    keys: ['consent', 'wording'],
    heading: 'What the voter agrees to',
    where: 'The block above the button. The meaning must be exactly that of the English: it is a promise.',
    pictures: [],
  },
  {
    keys: ['errors', 'summary'],
    heading: 'What is wrong with the form',
    where: 'Beside a field, and in a list above the form. No period at the end of an error.',
    pictures: ['form with errors'],
  },
  { keys: ['sending'], heading: 'Sending', where: 'For a few seconds after the button.', pictures: [] },
  {
    keys: ['notSent', 'mayHaveBeenSent', 'broken'],
    heading: 'When sending fails',
    where: 'Never blame the voter; say what they can do.',
    pictures: ['not sent', 'may have been sent'],
  },
  {
    keys: ['answer'],
    heading: 'The answer',
    where: 'After sending. Nobody is registered yet: no text may say so.',
    pictures: ['answer with two ways on'],
  },
  { keys: ['site'], heading: 'A state’s site that is down', where: 'Above a button of the answer.', pictures: [] },
  { keys: ['kiosk'], heading: 'A shared device', where: 'A warning before the form is cleared.', pictures: [] },
  {
    keys: ['dialog'],
    heading: 'A form in a dialog',
    where: 'Its name for screen readers, and the button that closes it.',
    pictures: [],
  },
  {
    keys: ['hosted'],
    heading: 'The page of the BFF',
    where: 'Only where the form is a page of its own.',
    pictures: [],
  },
  { keys: ['facts'], heading: 'Facts about a state', where: 'A panel below the ZIP code.', pictures: [] },
]

const marks = { signed: 'signed', unsigned: 'not signed', changed: 'changed since it was signed' }

/**
 * Returns the page as one file: it loads nothing, sends nothing, and stores the reader's work in their browser.
 *
 * @throws Error when a text is in no part, so that no one signs a language without having seen it
 */
export function reviewPage(
  { language, direction = 'ltr' }: { language: string; direction?: 'ltr' | 'rtl' | undefined },
  texts: readonly ReviewText[],
  pictures: Pictures,
): string {
  const homeless = texts.filter(({ key }) => !parts.some(({ keys }) => keys.includes(key.split('.')[0] ?? '')))
  if (homeless.length > 0) throw new Error(`No part of the review shows ${homeless.map(({ key }) => key).join(', ')}.`)
  const name = new Intl.DisplayNames(['en'], { type: 'language' }).of(language) ?? language
  const numberOf = new Map(texts.map(({ key }, index) => [key, index + 1]))
  const row = ({ key, english, text, hash, state, by }: ReviewText) => `
<li id="${escapeHtml(key)}" value="${numberOf.get(key)}" data-key="${escapeHtml(key)}" data-hash="${hash}">
<p class="key"><a href="#${escapeHtml(key)}">${escapeHtml(key)}</a> · ${marks[state]}${by === undefined ? '' : ` (${escapeHtml(by.reader)}, ${by.date})`}</p>
<p lang="en">${escapeHtml(english)}</p>
<p lang="${language}" dir="${direction}" class="own">${escapeHtml(text)}</p>
<label><input type="checkbox"> Right as it is</label>
<label>Better: <textarea lang="${language}" dir="${direction}" rows="1"></textarea></label>
</li>`
  const sections = parts.map(({ keys, heading, where, pictures: shown }) => {
    const own = texts.filter(({ key }) => keys.includes(key.split('.')[0] ?? ''))
    const images = shown
      .filter((screen) => Object.hasOwn(pictures, screen))
      .map((screen) => `<img alt="The screen “${screen}” in ${name}" src="${pictures[screen]}">`)
    return `<section><h2>${heading}</h2><p>${where}</p>${images.join('')}<ol>${own.map(row).join('')}</ol></section>`
  })
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Review: ${name}</title>
<style>${style}</style>
<h1>Review of the texts in ${name}</h1>
<p>Read each text as a voter would. Tick it when it says what the English says, in plain and polite words; else write a better one. Words in braces,
like {state}, stand for a value and must stay. Take breaks: this browser keeps what you have done. At the end, save the file and send it back.</p>
<form id="reader">
<label>Your name, and why you can judge this language <input name="reader" required autocomplete="name"></label>
<button>Save the file</button> <output id="count"></output>
</form>
${sections.join('\n')}
<script>${script(language)}</script>
</html>
`
}

const style = `body { font: 1rem/1.5 system-ui, sans-serif; max-width: 50rem; margin: 0 auto; padding: 1rem }
#reader { position: sticky; top: 0; background: Canvas; padding: .5rem 0; border-bottom: 1px solid }
li { padding: .5rem 0; border-bottom: 1px solid #8884 } li p { margin: 0 } .own { font-size: 1.25rem }
.key { color: GrayText; font-size: .875rem } textarea { width: 100%; font: inherit } label { display: block }
img { max-width: 100%; border: 1px solid; margin: .5rem 0 }`

/** Stores ticks and texts in the browser, and saves them as the file that `--sign` reads. */
const script = (language: string) => `
const key = 'review-${language}', rows = [...document.querySelectorAll('li')], kept = JSON.parse(localStorage.getItem(key) ?? '{}')
const box = (row) => row.querySelector('input'), better = (row) => row.querySelector('textarea')
for (const row of rows) {
  const was = kept[row.dataset.key]
  if (was?.hash === row.dataset.hash) { box(row).checked = was.right; better(row).value = was.better }
}
const keep = () => {
  const now = rows.map((row) => [row.dataset.key, { hash: row.dataset.hash, right: box(row).checked, better: better(row).value }])
  localStorage.setItem(key, JSON.stringify(Object.fromEntries(now)))
  const done = rows.filter((row) => box(row).checked || better(row).value.trim() !== '').length
  document.getElementById('count').textContent = done + ' of ' + rows.length + ' read'
}
document.addEventListener('input', keep)
keep()
document.getElementById('reader').addEventListener('submit', (event) => {
  event.preventDefault()
  const corrected = (row) => better(row).value.trim() !== ''
  const pick = (wanted, value) => Object.fromEntries(rows.filter(wanted).map((row) => [row.dataset.key, value(row)]))
  const file = {
    language: '${language}',
    reader: new FormData(event.target).get('reader').trim(),
    date: new Date().toISOString().slice(0, 10),
    texts: pick((row) => box(row).checked && !corrected(row), (row) => row.dataset.hash),
    better: pick(corrected, (row) => better(row).value.trim()),
  }
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([JSON.stringify(file, null, 2)], { type: 'application/json' }))
  link.download = 'review-${language}.json'
  link.click()
})`
