/** What the program needs of its first file. */

/** The first file, as its program sees it. */
export interface ProgramDeps {
  /** Loads a part of this version, and checks it by its hash. */
  loadPart: <Part>(file: string) => Promise<Part>
  /** Whether a further script file has asked for the state facts. */
  hasStateFacts: () => boolean
  /** Calls a function when it does; returns a function that ends that. */
  onStateFacts: (run: () => void) => () => void
}
