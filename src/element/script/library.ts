/** What a script file lends the parts that lie beside it: its own Preact, so that both draw into one form. The build makes
 *  each part a function of this module. Both files are of one version: nothing here has to stay as it is. */
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
