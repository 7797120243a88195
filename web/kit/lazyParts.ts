import { chunk } from '../chunk.ts'

/** Loads the implementation of dialogs and menus lazily: no screen waits for one that may never be opened. */
export const DialogBox = chunk(() => import('./DialogBox.tsx').then(({ DialogBox }) => DialogBox))
export const MenuList = chunk(() => import('./MenuList.tsx').then(({ MenuList }) => MenuList))

/** Preloads both before the first one is opened. */
export const prefetchDialogs = () => Promise.all([DialogBox.prefetch(), MenuList.prefetch()])
