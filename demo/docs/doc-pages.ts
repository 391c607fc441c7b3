/** One page of the documentation. */
export interface DocPage {
  /** Its path below `/docs/`, for example `react` or `decisions/0002-two-packages`; empty for the first page. */
  slug: string
  title: string
  /** Its Markdown. */
  text: string
}

/** A group of the navigation. */
export interface DocGroup {
  title: string
  entries: { slug: string; title: string; says: string }[]
}

/**
 * Creates pages from files.
 *
 * @param files Markdown by path, for example `../../docs/react.md`
 */
export function docPages(files: Readonly<Record<string, string>>): DocPage[] {
  return Object.entries(files).map(([file, text]) => ({
    slug: slugOf(file.replace(/^.*?docs\//, '')),
    title: /^# (.*)$/m.exec(text)?.[1] ?? 'Untitled',
    text: text.replaceAll(/<!--.*?-->\n?/g, ''),
  }))
}

/** Returns the navigation, parsed from the lists of the first page. */
export function docGroups({ text }: Pick<DocPage, 'text'>): DocGroup[] {
  return text
    .split(/^## /m)
    .slice(1)
    .map((section) => ({
      title: section.slice(0, section.indexOf('\n')),
      entries: [...section.matchAll(/^- \[(.*?)\]\((.*?\.md)\): (.*)$/gm)].map(
        ([, title = '', file = '', says = '']) => ({
          slug: slugOf(file),
          title,
          says,
        }),
      ),
    }))
}

/**
 * Resolves a link of a page in the demo.
 *
 * @returns a URL such as `/docs/react#props`, the link itself when it leaves the documentation, and `undefined` for a
 * file of the repository that the demo does not serve
 */
export function docAddress(link: string, from: string): string | undefined {
  if (/^(https?:|mailto:|#)/.test(link)) return link
  const { pathname, hash } = new URL(link, `http://docs/docs/${from}`)
  return pathname.startsWith('/docs/') && pathname.endsWith('.md')
    ? docPath(slugOf(pathname.slice('/docs/'.length))) + hash
    : undefined
}

/** Returns the path of a page. */
export function docPath(slug: string): string {
  return slug === '' ? '/docs' : `/docs/${slug}`
}

/** Returns the slug of the page at a path of the demo, for example `/docs/react`. */
export function slugIn(pathname: string): string {
  return pathname.replace(/^\/docs(\.html)?\/?/, '').replace(/\/+$/, '')
}

const slugOf = (file: string) => file.replace(/\.md$/, '').replace(/^README$/, '')
