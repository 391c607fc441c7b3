/** Stands in for `@ungap/structured-clone`: every browser that the script file is for has its own. */
const clone: <Value>(value: Value) => Value = (value) => structuredClone(value)
export default clone
