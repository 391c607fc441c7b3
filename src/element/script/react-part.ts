/** What the parts in further script files use of React. */
import {
  Component,
  createContext,
  createElement,
  Fragment,
  forwardRef,
  memo,
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

/** Of `react`. */
export const reactPart = {
  Component,
  createContext,
  createElement,
  Fragment,
  forwardRef,
  memo,
  useCallback,
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
}

/** Of `react/jsx-runtime`. */
export const jsxPart = { Fragment, jsx, jsxs }
