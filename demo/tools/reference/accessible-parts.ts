import type { ReactElement } from 'react'
import type { SwaggerUiPlugin } from 'swagger-ui-dist/swagger-ui-es-bundle.js'

/**
 * Accessibility fixes for Swagger UI, for screen reader and keyboard users: names of fields and of responses, code that scrolls
 * by keyboard, a landmark around the API's description, headings without skipped levels.
 */
export const accessibleParts: SwaggerUiPlugin = () => ({
  wrapComponents: {
    TextArea: (Original, { React }) =>
      function NamedTextArea(props): ReactElement {
        return React.createElement(Original, { ...props, 'aria-label': 'Request body' })
      },
    JsonSchemaForm: (Original, { React }) =>
      function LabelledValue(props): ReactElement {
        const name = React.createElement('span', { className: 'reference-name' }, `Value: ${String(props.description)}`)
        return React.createElement(
          'label',
          { className: 'reference-value' },
          name,
          React.createElement(Original, props),
        )
      },
    HighlightCode: (Original, { React }) =>
      function ScrollableCode(props): ReactElement {
        const name = { role: 'group', 'aria-label': 'Code', tabIndex: 0, className: 'reference-code' }
        return React.createElement('div', name, React.createElement(Original, props))
      },
    responses: (Original, { React }) =>
      function NamedResponses(props): ReactElement {
        const name = `Responses of ${String(props.method)} ${String(props.path)}`
        // The region is rendered by Swagger UI, which has no option for its name.
        const nameRegion = (place: HTMLElement | null) =>
          place?.querySelector('[role="region"]')?.setAttribute('aria-label', name)
        return React.createElement('div', { ref: nameRegion }, React.createElement(Original, props))
      },
    InfoContainer: (Original, { React }) =>
      function About(props): ReactElement {
        return React.createElement('section', { 'aria-label': 'About this API' }, React.createElement(Original, props))
      },
    // Our documents have no tags and one server each.
    OperationTag: (_, { React }) =>
      function Operations({ children }): ReactElement {
        const heading = React.createElement('h2', { className: 'reference-operations' }, 'Operations')
        return React.createElement(React.Fragment, null, heading, children)
      },
    OperationSummary: (Original, { React }) =>
      function HeadedOperation(props): ReactElement {
        return React.createElement(
          'div',
          { className: 'reference-operation', role: 'heading', 'aria-level': 3 },
          React.createElement(Original, props),
        )
      },
    ServersContainer: () => () => null,
  },
})
