/** A partner's React page with the tags next to the component, as in docs/frameworks.md: must type-check against the packed package. */
import { VoterRegistration } from 'voter-registration'
import 'voter-registration/element'
// oxlint-disable-next-line import/no-empty-named-blocks, unicorn/require-module-specifiers -- the types declare the tags; nothing of them has a name.
import type {} from 'voter-registration/types/react'

export function Page() {
  return (
    <>
      <VoterRegistration apiBase="/api" layout="steps" onResult={({ buttons }) => console.log(buttons)} />
      <voter-registration
        api-base="/api"
        theme="dark"
        heading-level={3}
        className="form"
        onvr-action={({ detail }) => console.log(detail.destinationHost)}
      >
        <a href="https://official.example/register/">Register on the official site</a>
      </voter-registration>
      <voter-state-facts api-base="/api" state="TN" />
    </>
  )
}

// @ts-expect-error there is no such theme.
export const theme = <voter-registration api-base="/api" theme="drak" />
// @ts-expect-error there is no such attribute.
export const misspelt = <voter-registration apibase="/api" />
