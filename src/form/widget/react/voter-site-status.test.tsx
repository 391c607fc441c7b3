import { act, render, screen, waitFor } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import { theSettings } from '../../../contract/testing/samples.ts'
import { type Answering, aFakeBff, aProblem, json } from '../../testing/fake-bff.ts'
import { WithParts } from '../../testing/with-parts.tsx'
import { shownSites } from '../uptime/site-status.examples.tsx'
import { SiteStatusRoot, type VoterSiteStatusProps } from '../uptime/site-status-root.tsx'
import { VoterSiteStatus } from './panels.tsx'

const settings = (sites: boolean) =>
  theSettings({ features: { subscriber_opt_in: false, sandbox: false, ...(sites && { sites: true }) } })

function show(
  props: Partial<VoterSiteStatusProps> = {},
  {
    watches = true,
    sites = () => json({ sites: shownSites, stale: false }),
  }: { watches?: boolean; sites?: Answering } = {},
) {
  const bff = aFakeBff({ settings: settings(watches), sites })
  const at: string[] = []
  const view = render(
    <SiteStatusRoot
      apiBase="https://bff.example"
      locale="en"
      fetch={bff.fetch}
      onAt={(where) => at.push(where)}
      {...props}
    />,
    { wrapper: WithParts },
  )
  const asked = () => bff.asked.filter(({ path }) => path.endsWith('/sites')).map(({ search }) => search)
  return { at, asked, root: view.container.firstElementChild as HTMLElement }
}

const rows = () => [...document.querySelectorAll<HTMLElement>('[data-site]')].map(({ textContent }) => textContent)

describe('how the sites of states are', () => {
  it('is said in words: which, whether they work, and how that was of late', async () => {
    const { asked, at } = show()
    await screen.findByRole('region', { name: 'Are the states’ voter sites working?' })
    expect(rows()).toEqual([
      expect.stringMatching(
        /^Massachusetts Online Voter RegistrationNot working It has been down since Mar 2.*Last checked 3 minutes ago\. +Outages on 3 of the last 90 days\. Worked 99\.99% of the time since Jan 1, 2026\. Last loaded in .* s\.Outages of the last 90 days.*Last checks.*register\.state\.example \(opens in a new tab\)$/,
      ),
      expect.stringMatching(
        /^Tennessee Online Voter RegistrationWorking .*No outage seen since Jan 1, 2026\. Worked 100%/,
      ),
      expect.stringMatching(/^Polling Place LocatorNot known/),
      expect.stringMatching(/^Vermont .*Cannot be checked: the site refuses programs \(HTTP 403\) +refuses\.example/),
      // First checked an hour ago: no share, and nothing about 90 days.
      expect.stringMatching(/^Washington Online Voter RegistrationWorking +Last loaded in 0\.5 s\.new\.example/),
    ])
    expect(document.querySelectorAll('svg:not([aria-hidden="true"])')).toHaveLength(0)
    expect(document.querySelector('a[href^="javascript"]')).toBeNull()
    expect(asked()).toEqual(['?history=1'])
    expect(at.at(-1)).toBe('ready')
  })

  it('lists outages and the last checks: from, to, how long, what kind; a kind that is new is a failure', async () => {
    show()
    await screen.findByRole('region')
    const listOf = (name: string) =>
      [...(screen.getByText(name).closest('details')?.querySelectorAll('li') ?? [])].map(({ textContent }) =>
        textContent.replaceAll(/[\u2009\u202f]/g, ' '),
      )
    expect(listOf('Outages of the last 90 days')).toEqual([
      expect.stringMatching(/^Mar 2, 2026.* – …: Error answer \(HTTP 503\)$/),
      expect.stringMatching(/^Feb 28, 2026.* – .*\(6 hours\): No answer in time$/),
      expect.stringMatching(/^Feb 27, 2026.*\(45 minutes\): Failed$/),
    ])
    expect(listOf('Last checks').map((text) => text.replace(/^.*?[AP]M: /, ''))).toEqual([
      'Error answer (HTTP 503)',
      'Cannot be checked: the site refuses programs (HTTP 403)',
      'Not counted',
      'Working',
    ])
  })

  it('is of the state that the page asks for, however it is written', async () => {
    const { asked } = show({ state: 'ma' })
    await screen.findByRole('region')
    expect(asked()).toEqual(['?state=MA&history=1'])
    expect(rows()[0]).toMatch(/^Online Voter Registration/)
  })

  it('is said in Spanish, and in the page’s own words', async () => {
    show({ locale: 'es', messages: { 'status.up': 'En marcha' } })
    expect(
      await screen.findByRole('heading', { name: '¿Funcionan los sitios electorales de los estados?' }),
    ).toBeDefined()
    expect(rows()[1]).toContain('En marcha')
    expect(document.querySelector('[lang="en"]')?.textContent).toBe('Online Voter Registration')
  })

  it('says so when nothing is known', async () => {
    show({}, { sites: () => json({ sites: [], stale: true }) })
    expect(await screen.findByText('Nothing is known about these sites right now.')).toBeDefined()
  })

  it.each<[string, Partial<VoterSiteStatusProps>, { watches?: boolean; sites?: Answering }]>([
    ['where the BFF watches no sites', {}, { watches: false }],
    ['where the BFF does not answer', {}, { sites: () => aProblem(503) }],
    ['where it answers something else', {}, { sites: () => json({ sites: 'none' }) }],
    ['for something else than a state', { state: 'Atlantis' as 'TN' }, {}],
  ])('shows nothing %s', async (_, props, how) => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const { root, at, asked } = show(props, how)
    await waitFor(() => expect(at.at(-1)).toBe('nothing'))
    if (how.sites !== undefined) await waitFor(() => expect(asked()).toHaveLength(1))
    await act(async () => undefined)
    expect(root.hidden).toBe(true)
    expect(warn.mock.calls.length).toBe(props.state === undefined ? 0 : 1)
    warn.mockRestore()
  })

  it('renders on a server without asking anybody', () => {
    expect(renderToString(<VoterSiteStatus apiBase="https://bff.example" />)).toContain('hidden')
  })
})
