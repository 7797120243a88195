import { useEffect, useId, useSyncExternalStore } from 'react'
import { createEmitter } from './emitter.ts'

/** The ids of the open dialogs in the order they were opened: Escape closes only the last one. */
let open: readonly string[] = []
const [subscribe, emit] = createEmitter()
function set(next: readonly string[]) {
  open = next
  emit()
}

/** Whether a dialog is open. */
export const hasOpenDialog = (): boolean => open.length > 0

/** Registers anything modal as a dialog while it is open. Returns its id. */
export function useOpenDialog(opened: boolean): string {
  const id = useId()
  useEffect(() => {
    if (!opened) return
    set([...open, id])
    return () => set(open.filter((each) => each !== id))
  }, [opened, id])
  return id
}

/** Whether this dialog is the one opened last. */
export function useIsTop(opened: boolean): boolean {
  const id = useOpenDialog(opened)
  return useSyncExternalStore(subscribe, () => open.at(-1) === id)
}
