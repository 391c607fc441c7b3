/** What a script file is to the server. */

/** How a file is compressed. */
export type ScriptEncoding = 'br' | 'gzip'

/** One file. */
export interface ScriptFile {
  type: string
  body: string
  /** Returns the compressed bytes; compresses once for each encoding. */
  packed(encoding: ScriptEncoding): Promise<Uint8Array<ArrayBuffer>>
}

/** The script files of one version. */
export interface ScriptFiles {
  version: string
  /** Returns `undefined` when there is no file of this name. */
  file: (name: string) => ScriptFile | undefined
}
