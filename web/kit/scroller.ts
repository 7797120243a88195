import { createContext, type RefObject } from 'react'

/** The nearest scroll container, such as a dialog's body; without one the page scrolls. */
export const Scroller = createContext<RefObject<HTMLElement | null> | undefined>(undefined)
