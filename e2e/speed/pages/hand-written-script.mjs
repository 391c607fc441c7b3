/** The same form as a script tag on an otherwise empty page: a few lines that create the form. */
import { fields } from './fields.mjs'

/** Sends the answers, and replaces the form by the response: plain text with its two buttons. The consent's version is in the page,
 *  so that it needs one request less than ours. */
async function send(answers, form) {
  const given = Object.entries(answers).filter(([, value]) => value !== '' && value !== false)
  const response = await fetch('/api/registrations', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
      'consent-version': document.documentElement.dataset.consent,
    },
    body: JSON.stringify(Object.fromEntries(given)),
  })
  const answer = await response.json()
  const buttons = (answer.buttons ?? []).map(({ message_text: name, url }) => element('a', { href: url }, name))
  const text = answer.message_markdown ?? JSON.stringify(answer)
  form.replaceWith(element('section', { 'data-answer': response.status }, element('p', {}, text), ...buttons))
}

const element = (name, attributes, ...children) => {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) if (value !== undefined) made.setAttribute(key, value)
  made.append(...children)
  return made
}
const form = element('form', {})
for (const { name, label, required, pattern, choices, type = 'text', hint } of fields) {
  const attributes = { name, id: name, required: required ? '' : undefined }
  const caption = element('label', { for: name }, label)
  if (type === 'checkbox') form.append(element('p', {}, element('input', { type, ...attributes }), ' ', caption))
  else {
    const options = choices?.map((value) => element('option', {}, value)) ?? []
    const field = choices
      ? element('select', attributes, element('option', { value: '' }, 'Choose'), ...options)
      : element('input', { type, pattern, placeholder: hint, ...attributes })
    form.append(element('p', {}, caption, element('br', {}), field))
  }
}
form.append(element('button', { type: 'submit' }, 'Continue'))
form.addEventListener('submit', (event) => {
  event.preventDefault()
  const answers = Object.fromEntries(new FormData(form))
  void send({ ...answers, sms_opt_in: answers.sms_opt_in === 'on' }, form)
})
document.getElementById('root').append(form)
