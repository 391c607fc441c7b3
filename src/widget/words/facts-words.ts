/** The texts about a state's facts, by key. They are loaded with the facts, and a partner replaces them with keys that
 *  begin with `facts.`, for example `facts.heading`. */

/** Every text about facts; a text with values takes them as one object. */
export interface FactsWords {
  heading(values: { state: string }): string
  loading(values: { state: string }): string
  /** The facts have come, but showing them now would move what the voter is at. */
  ready(values: { state: string }): string
  show: string
  /** Told to those who listen when the facts appear. */
  shown(values: { state: string }): string
  failed(values: { state: string }): string
  retry: string
  /** Said of a link that opens a new tab. */
  newTab: string
  /** What each fact is about, by slug; the service's own words where there is none. */
  labels: Record<string, string>
  /** The text of a link to an official tool, by slug. */
  links: Record<string, string>
  /** Where a link leads. */
  host(values: { host: string }): string
  /** What an option is called, by the service's word for it. */
  options: Record<string, string>
  yes: string
  no: string
  /** The region has no value where its state has one. */
  none: string
  /** Begins a footnote. */
  note: string
  /** Marks a value that is the region's own. */
  regional(values: { region: string }): string
  asOf(values: { date: string }): string
  changedOn(values: { date: string }): string
  changedBetween(values: { from: string; to: string }): string
  stale: string
  sample: string
  disclaimer: string
  region: {
    question: string
    choose: string
    notSure: string
    none: string
    notSureMeans: string
    loading(values: { region: string }): string
    failed(values: { region: string }): string
  }
  zip: {
    question(values: { zipcode: string; state: string }): string
    change(values: { state: string }): string
    keep(values: { state: string }): string
  }
  age: {
    says(values: { state: string }): string
    from(values: { date: string }): string
    reached: string
  }
  /** The next step on the answer screen where the answer has no button. */
  next: { heading(values: { state: string }): string; lead: string; none: string }
  /** The deadlines on the answer screen. */
  deadlines: { heading(values: { state: string }): string }
  calendar: {
    button: string
    lead(values: { election: string }): string
    entry(values: { label: string; state: string }): string
    description(values: { said: string; state: string; election: string; asOf: string }): string
    done: string
  }
  copy: { button: string; done: string; failed: string }
}
