/** What a script file shares with the lazy parts beside it: its own Preact, so that both render into one form. The build
 *  turns each part into a function of this module. Both files have the same version, so this API may change at any time. */
export {
  Component,
  createContext,
  createElement,
  Fragment,
  useCallback,
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
export { jsx, jsxs } from 'react/jsx-runtime'
