/** What `<voter-state-facts>` shows and when, whichever copy of React draws it. */
import type { ReactNode } from 'react'
import type { VoterStateFactsProps } from '../widget/civic/voter-state-facts.tsx'
import type { MountPanel } from './panel-element.ts'
import type { StateFactsOptions } from './voter-state-facts-element.ts'

/** Beside the line that the facts cannot be had stands what the page has to say instead. */
const shown = { nothing: 'nothing', loading: 'waiting', ready: 'panel', failed: 'both' } as const

/** Makes the function that mounts a panel. */
export function factsMounter(
  createRoot: (into: Element) => { render(node: ReactNode): void; unmount(): void },
  draw: (props: VoterStateFactsProps) => ReactNode,
): MountPanel<StateFactsOptions> {
  return (into, onShown) => {
    const root = createRoot(into)
    const onAt: VoterStateFactsProps['onAt'] = (at) => {
      onShown(shown[at])
    }
    return {
      show: (props) => root.render(draw({ ...props, onAt })),
      unmount: () => root.unmount(),
    }
  }
}
