import { useState } from 'react'
import type { DialogProps } from './DialogBox.tsx'
import { DialogBox } from './lazyParts.ts'
import { LazyPart } from './LazyPart.tsx'
import { type Guard, DialogGuards, mayLeave } from './leaveGuards.ts'
import { Skeleton } from './Skeleton.tsx'

export type { DialogShape } from './DialogBox.tsx'

/**
 * A modal dialog. Its chunk is loaded when the first dialog opens, so that screens do not wait for it. Asks for confirmation
 * before the user closes it with unsaved input.
 */
export function Dialog(props: DialogProps) {
  const { opened, close, children, ...box } = props
  const [isNeeded, setNeeded] = useState(opened)
  const [guards] = useState(() => new Set<Guard>())
  if (opened && !isNeeded) setNeeded(true)
  if (!isNeeded) return null
  const confirmAndClose = async () => {
    if (await mayLeave([...guards])) close()
  }
  return (
    <LazyPart isNeeded={opened} onFailed={close} fallback={null}>
      <DialogGuards value={guards}>
        <DialogBox.Component {...box} opened={opened} close={() => void confirmAndClose()}>
          {/* Its content may be loaded lazily too. */}
          <LazyPart isNeeded={opened} onFailed={close} fallback={<Skeleton height="240px" />}>
            {children}
          </LazyPart>
        </DialogBox.Component>
      </DialogGuards>
    </LazyPart>
  )
}
