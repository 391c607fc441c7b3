/** Returns the anchor of a heading, as GitHub writes it: `` Root or `/api` `` is `root-or-api`. @param {string} heading */
export const headingAnchor = (heading) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
