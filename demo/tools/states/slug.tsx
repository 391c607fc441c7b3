import { Fragment } from 'react'

/** A field's slug, which wraps only after its underscores, and is copied as one word. */
export function Slug({ of }: { of: string }) {
  const parts = of.split('_')
  return (
    <code>
      {parts.map((part, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a slug never changes, and may have a part twice.
        <Fragment key={place}>
          {place > 0 && (
            <>
              _<wbr />
            </>
          )}
          {part}
        </Fragment>
      ))}
    </code>
  )
}
