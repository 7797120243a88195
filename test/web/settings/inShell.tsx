import type { ReactElement, ReactNode } from 'react'
import { SelectedContext, useSelection } from '#web/shell/useSelection.ts'
import { show } from '../fakeServer.tsx'

const open = () => undefined
function Selected({ children }: { children: ReactNode }) {
  return <SelectedContext value={useSelection('user-1', open)}>{children}</SelectedContext>
}

/** Renders a screen that needs the current selection, as the shell provides it. */
export const showInShell = (screen: ReactElement, at: NonNullable<Parameters<typeof show>[1]>) =>
  show(<Selected>{screen}</Selected>, at)
