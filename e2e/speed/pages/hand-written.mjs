/** The physical limit: the form is in the page already, the browser checks it, and a few lines send it. */
import { send } from './send.mjs'

const form = document.querySelector('form')
form.addEventListener('submit', (event) => {
  event.preventDefault()
  const answers = Object.fromEntries(new FormData(form))
  void send({ ...answers, sms_opt_in: answers.sms_opt_in === 'on' }, form)
})
