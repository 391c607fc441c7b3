/** Formbricks' surveys package. It shows one question at a time, so only the first of the fields is there to be typed in. */
import { renderSurveyInline } from '@formbricks/surveys'
import { fields } from '../../pages/fields.mjs'

renderSurveyInline({
  containerId: 'root',
  brandColor: '#1d4ed8',
  styling: {},
  isBrandingEnabled: false,
  languageCode: 'default',
  autoFocus: false,
  onDisplay: () => undefined,
  onResponse: () => undefined,
  onClose: () => undefined,
  onActiveQuestionChange: () => undefined,
  getSetIsError: () => undefined,
  getSetIsResponseSendingFinished: () => undefined,
  getSetQuestionId: () => undefined,
  getSetResponseData: () => undefined,
  survey: {
    id: 'sample',
    name: 'sample',
    type: 'link',
    status: 'inProgress',
    languages: [],
    endings: [],
    hiddenFields: { enabled: false },
    thankYouCard: { enabled: false },
    welcomeCard: { enabled: false },
    questions: fields
      .filter(({ name }) => name !== 'title')
      .map(({ name, label, required, choices, type }) => ({
        id: name,
        headline: label,
        required: required === true,
        buttonLabel: 'Next',
        ...(choices
          ? { type: 'multipleChoiceSingle', choices: choices.map((value) => ({ id: value, label: value })) }
          : type === 'checkbox'
            ? { type: 'consent', label }
            : { type: 'openText', inputType: 'text', longAnswer: false, placeholder: '' }),
      })),
  },
})
