/** What is above the notices of the form: at the first step the languages, the heading and the introduction. */
import { Heading } from '../screens/heading.tsx'
import type { WidgetState } from '../use-widget.ts'
import type { InternalFormProps } from '../voter-registration-props.ts'
import { Intro } from './intro.tsx'
import { Languages } from './languages.tsx'

export function FormTop({ props, widget, page }: { props: InternalFormProps; widget: WidgetState; page: string }) {
  const { words, settings, ready, registration, officialUrl } = widget
  const { at } = registration.place
  const isFirst = at === registration.steps[0]
  const isServed = props.plain !== undefined
  return (
    <>
      {isFirst && props.languages !== false && (
        <Languages offered={props.languages ?? ready?.languages} posts={isServed} />
      )}
      {isFirst && (
        <Heading level={props.headingLevel ?? 2} takesFocus={at === 'page'}>
          {words.form.heading}
        </Heading>
      )}
      {!isServed && (
        <noscript>
          <a href={page}>{words.form.heading}</a>
        </noscript>
      )}
      {isFirst && <Intro settings={settings} officialUrl={officialUrl} page={page} />}
    </>
  )
}
