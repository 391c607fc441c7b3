/** react-jsonschema-form with its default theme, React 19 and its usual validator. */
import Form from '@rjsf/core'
import validator from '@rjsf/validator-ajv8'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { fields } from '../../pages/fields.mjs'
import { send } from '../../pages/send.mjs'

const schema = {
  type: 'object',
  required: fields.filter(({ required }) => required).map(({ name }) => name),
  properties: Object.fromEntries(
    fields.map(({ name, label, pattern, choices, type }) => [
      name,
      type === 'checkbox'
        ? { type: 'boolean', title: label, const: true }
        : {
            type: 'string',
            title: label,
            ...(choices && { enum: choices }),
            ...(pattern && { pattern: `^${pattern}$` }),
            ...(type === 'email' && { format: 'email' }),
          },
    ]),
  ),
}
const uiSchema = {
  'ui:submitButtonOptions': { submitText: 'Continue' },
  sms_opt_in: { 'ui:widget': 'checkbox' },
}
const root = document.getElementById('root')
createRoot(root).render(
  createElement(Form, { schema, uiSchema, validator, onSubmit: ({ formData }) => void send(formData, root) }),
)
