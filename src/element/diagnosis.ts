/** What `diagnose()` answers. */

/** One thing that was looked at. */
export interface DiagnosisCheck {
  /** One word for programs. */
  id:
    | 'settings'
    | 'policy'
    | 'bff'
    | 'scripts'
    | 'version'
    | 'frame'
    | 'storage'
    | 'contrast'
    | 'page'
    | 'secure'
    | 'look'
  ok: boolean
  /** A sentence for the one who runs the site: what is wrong and what to do. */
  text: string
}

/** Everything that was looked at. */
export interface Diagnosis {
  version: string
  ok: boolean
  checks: DiagnosisCheck[]
}
