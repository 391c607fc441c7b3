/** What a script file lends the parts that lie beside it: its own Preact, so that both draw into one form. The build makes
 *  each part a function of it. */
import {
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
import { jsx, jsxs } from 'react/jsx-runtime'

/** By the modules that a part imports. Both files are of one version: nothing here has to stay as it is. */
export interface Library {
  react: typeof react
  jsx: typeof jsxRuntime
}

const react = {
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
}
const jsxRuntime = { Fragment, jsx, jsxs }

/** This file's own. */
export const library: Library = { react, jsx: jsxRuntime }
