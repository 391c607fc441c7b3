/** The texts that no reader of a language has signed, and those that have changed since. */
import { reviewState } from '../../src/form/testing/review-state.ts'

const nameOf = (language: string) => new Intl.DisplayNames(['en'], { type: 'language' }).of(language) ?? language

/** One line for each language, with its unsigned texts collapsed. */
export function ReviewList() {
  return (
    <section id="review" className="qa-group" aria-labelledby="review-heading">
      <h2 id="review-heading">
        Translations to review <span className="qa-count">npm run review</span>
      </h2>
      {reviewState().map(({ language, all, open }) => {
        const changed = open.filter(({ state }) => state === 'changed').length
        return (
          <details key={language}>
            <summary>
              {nameOf(language)}: {all - open.length} of {all} texts signed, {changed} changed since
            </summary>
            <ol>
              {open.map(({ key, english, text, state }) => (
                <li key={key}>
                  <code>{key}</code> ({state}): {english}
                  <br />
                  <span lang={language} dir="auto">
                    {text}
                  </span>
                </li>
              ))}
            </ol>
          </details>
        )
      })}
    </section>
  )
}
