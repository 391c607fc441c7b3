/** Goes on with a value at once when it is there, else when it comes: a promise for what is known already costs a turn and
 *  its memory, a dozen times for each registration. */

/** `go(value)`, or a promise of it. */
export function after<Value, Result>(
  value: Value | Promise<Value>,
  go: (value: Value) => Result | Promise<Result>,
): Result | Promise<Result> {
  return value instanceof Promise ? value.then(go) : go(value)
}
