import { useEffect, useId, useSyncExternalStore } from 'react'
import { createEmitter } from './emitter.ts'

/** The ids of the open dialogs in the order they were opened: Escape closes only the last one. */
let openIds: readonly string[] = []
const [subscribe, emit] = createEmitter()
function setOpenIds(next: readonly string[]) {
  openIds = next
  emit()
}

/** Whether a dialog is open. */
export const hasOpenDialog = (): boolean => openIds.length > 0

/** Registers anything modal as a dialog while it is open. Returns its id. */
export function useOpenDialog(opened: boolean): string {
  const id = useId()
  useEffect(() => {
    if (!opened) return
    setOpenIds([...openIds, id])
    return () => setOpenIds(openIds.filter((each) => each !== id))
  }, [opened, id])
  return id
}

/** Whether this dialog is the one opened last. */
export function useIsTop(opened: boolean): boolean {
  const id = useOpenDialog(opened)
  return useSyncExternalStore(subscribe, () => openIds.at(-1) === id)
}

/** Calls `close` when another dialog than this one is open too. `close` has to be stable. */
export function useCloseForOthers(id: string, close: () => void): void {
  useEffect(() => {
    const check = () => {
      if (openIds.some((each) => each !== id)) close()
    }
    check()
    return subscribe(check)
  }, [id, close])
}
