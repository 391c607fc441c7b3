/** Entry point: the page with the form that the BFF serves at `/form`, for `createBff` and `serve`. */
export type { HostedPage, Page, PageAnswer, PageDeps, PageVisit } from './hosted/hosted-page.tsx'
export { hostedPage } from './hosted/hosted-page.tsx'
