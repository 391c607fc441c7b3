/** The same form as a script tag on an otherwise empty page: a few lines that create the form. */
import { fields } from './fields.mjs'
import { send } from './send.mjs'

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
