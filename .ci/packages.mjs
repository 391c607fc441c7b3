/** The packages that are built from this tree: npm workspaces, each with its manifest and README in its folder of `src`. */

/** Each package's folder by its name. The form's comes first, then the server's. */
export const packageFolders = {
  'voter-registration': 'src/form',
  'voter-registration-server': 'src/server',
  'voter-registration-monitor': 'src/monitor',
  'voter-registration-sandbox': 'src/sandbox',
  'voter-registration-civic': 'src/civic',
}
