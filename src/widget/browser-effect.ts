/** An effect that runs before the browser paints, and is silent on a server. */
import { useEffect, useLayoutEffect } from 'react'

/** `useLayoutEffect` in a browser; on a server React 18 would warn about it. */
export const useBrowserEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect
