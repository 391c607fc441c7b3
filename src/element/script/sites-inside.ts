/** What `voter-site-status.js` has inside one function. */
export { mountSites } from '../mount-sites.tsx'
