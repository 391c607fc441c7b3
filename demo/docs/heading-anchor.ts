/** Returns the anchor of a heading, as GitHub generates it: `Root or \`/api\`` is `root-or-api`. */
export function headingAnchor(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
}
