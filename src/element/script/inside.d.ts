/** A module, and all it needs, as one function: it runs when it is called, and whoever calls it may give it a library. */
declare module '*?inside' {
  const make: () => unknown
  export default make
}
/** The same, with what two script files share taken from a library instead of brought along. */
declare module '*?sharing' {
  const make: (library: unknown) => unknown
  export default make
}
