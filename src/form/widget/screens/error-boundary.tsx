/** An error boundary that leaves the voter a way to continue when the form breaks. */
import { Component, type ReactNode } from 'react'

/** Shows `fallback` once something inside has thrown while rendering, and calls `onBroken`. */
export class ErrorBoundary extends Component<
  { fallback: ReactNode; onBroken?: () => void; children: ReactNode },
  { isBroken: boolean }
> {
  override state = { isBroken: false }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  override componentDidCatch() {
    this.props.onBroken?.()
  }

  override render() {
    return this.state.isBroken ? this.props.fallback : this.props.children
  }
}
