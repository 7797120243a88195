import { useEffect, useId, useSyncExternalStore } from 'react'
import { createEmitter } from './emitter.ts'

/** The dialogs that are open, the last opened one last: Escape closes only that one. */
let open: readonly string[] = []
const [subscribe, emit] = createEmitter()
function set(next: readonly string[]) {
  open = next
  emit()
}

/** Whether a dialog stands over the page. */
export const hasOpenDialog = (): boolean => open.length > 0

/** For whatever stands over the page and keeps focus: it counts as a dialog while it is open. Gives its name among them. */
export function useOpenDialog(opened: boolean): string {
  const id = useId()
  useEffect(() => {
    if (!opened) return
    set([...open, id])
    return () => set(open.filter((each) => each !== id))
  }, [opened, id])
  return id
}

/** Whether a dialog is the last one that was opened. */
export function useIsTop(opened: boolean): boolean {
  const id = useOpenDialog(opened)
  return useSyncExternalStore(subscribe, () => open.at(-1) === id)
}
