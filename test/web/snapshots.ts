import { act } from '@testing-library/react'
import { keepSnapshot } from '#web/early/keepSnapshot.ts'
import { snapshotAddress, snapshotName } from '#web/early/snapshot.ts'
import { readSnapshot } from '#web/early/showSnapshot.ts'

/** Leaves a rendered screen at this address; returns the markup that the device keeps of it, or undefined if none. */
export function snapshotAfterLeaving({ container }: { container: HTMLElement }, address: string): string | undefined {
  container.id = 'root'
  if (!container.nextElementSibling) container.after(document.createElement('noscript'))
  history.replaceState(null, '', address)
  document.documentElement.dataset['drawn'] = address
  act(() => keepSnapshot('user-1', 'data of Today', new Date()))
  return readSnapshot(snapshotName('user-1', snapshotAddress()))?.html
}
