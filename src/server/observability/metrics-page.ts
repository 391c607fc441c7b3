/** A page beside the metrics, on their port. */

/** Answers `GET` for a page beside the metrics. */
export type MetricsPage = (query: URLSearchParams) => Promise<{ status: number; type: string; text: string }>
