import { createContext, type RefObject } from 'react'

/** What a part stands in that scrolls by itself, such as a dialog's body; without one the page scrolls. */
export const Scroller = createContext<RefObject<HTMLElement | null> | undefined>(undefined)
