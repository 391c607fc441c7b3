/** Form.io: the renderer without the builder, from its own bundle, which the page loads. */
import { fields } from '../../pages/fields.mjs'
import { send } from '../../pages/send.mjs'

const components = fields.map(({ name, label, required, pattern, choices, type }) => ({
  key: name,
  label,
  input: true,
  validate: { required: required === true, ...(pattern && { pattern }) },
  ...(choices && {
    type: 'select',
    widget: 'html5',
    data: { values: choices.map((value) => ({ label: value, value })) },
  }),
  ...(type === 'checkbox' && { type: 'checkbox' }),
  ...(!choices && type !== 'checkbox' && { type: type === 'email' ? 'email' : 'textfield' }),
}))
const root = document.getElementById('root')
const form = await globalThis.Formio.createForm(root, {
  components: [...components, { type: 'button', key: 'submit', action: 'submit', label: 'Continue', input: true }],
})
form.nosubmit = true
form.on('submit', ({ data }) => {
  const answers = { ...data }
  delete answers.submit
  void send(answers, root)
})
