import type { ReactElement, ReactNode } from 'react'
import { SelectedContext, useSelection } from '#web/shell/useSelection.ts'
import { showScreen } from '../fakeServer.tsx'

const open = () => undefined
function Selected({ children }: { children: ReactNode }) {
  return <SelectedContext value={useSelection('user-1', open)}>{children}</SelectedContext>
}

/** Renders a screen that needs the current selection, as the shell provides it. */
export const showInShell = (screen: ReactElement, at: NonNullable<Parameters<typeof showScreen>[1]>) =>
  showScreen(<Selected>{screen}</Selected>, at)
