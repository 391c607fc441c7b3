/** Entry point: the page with the form that the BFF serves at `/form`, for `createBff` and `serve`. */
export { hostedPage } from './hosted/app.tsx'
