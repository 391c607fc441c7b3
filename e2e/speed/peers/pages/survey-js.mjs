/** SurveyJS with its own UI and its own style sheet. */
import 'survey-core/survey-core.min.css'
import { Model } from 'survey-core'
import { renderSurvey } from 'survey-js-ui'
import { fields } from '../../pages/fields.mjs'
import { send } from '../../pages/send.mjs'

const model = new Model({
  showQuestionNumbers: 'off',
  completeText: 'Continue',
  elements: fields.map(({ name, label, required, pattern, choices, type }) => ({
    name,
    title: label,
    isRequired: required === true,
    ...(choices && { type: 'dropdown', choices, renderAs: 'select' }),
    ...(type === 'checkbox' && {
      type: 'boolean',
      renderAs: 'checkbox',
      validators: [{ type: 'expression', expression: `{${name}} = true` }],
    }),
    ...(!choices && type !== 'checkbox' && { type: 'text', inputType: type ?? 'text' }),
    ...(pattern && { validators: [{ type: 'regex', regex: `^${pattern}$` }] }),
  })),
})
const root = document.getElementById('root')
model.onComplete.add(({ data }) => void send(data, root))
renderSurvey(model, root)
