import { chunk } from '../chunk.ts'

/** What dialogs and menus are drawn with: no screen waits for what nobody may open. */
export const DialogBox = chunk(() => import('./DialogBox.tsx').then(({ DialogBox }) => DialogBox))
export const MenuList = chunk(() => import('./MenuList.tsx').then(({ MenuList }) => MenuList))

/** Has both here before anybody opens one. */
export const prefetchLate = () => Promise.all([DialogBox.prefetch(), MenuList.prefetch()])
