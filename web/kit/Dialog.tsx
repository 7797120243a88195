import { useState } from 'react'
import type { DialogProps } from './DialogBox.tsx'
import { DialogBox } from './late.ts'
import { LatePart } from './LatePart.tsx'
import { type Guard, GuardsWithin, mayLeave } from './leaveGuards.ts'
import { Skeleton } from './Skeleton.tsx'

export type { DialogShape } from './DialogBox.tsx'

/**
 * A modal dialog. Its chunk is loaded when the first dialog opens, so that screens do not wait for it. Asks for confirmation
 * before the user closes it with unsaved input.
 */
export function Dialog(props: DialogProps) {
  const { opened, close, children, ...box } = props
  const [wanted, setWanted] = useState(opened)
  const [guards] = useState(() => new Set<Guard>())
  if (opened && !wanted) setWanted(true)
  if (!wanted) return null
  const closeAsked = async () => {
    if (await mayLeave([...guards])) close()
  }
  return (
    <LatePart wanted={opened} onFailed={close} fallback={null}>
      <GuardsWithin value={guards}>
        <DialogBox.Component {...box} opened={opened} close={() => void closeAsked()}>
          {/* Its content may be loaded lazily too. */}
          <LatePart wanted={opened} onFailed={close} fallback={<Skeleton height="240px" />}>
            {children}
          </LatePart>
        </DialogBox.Component>
      </GuardsWithin>
    </LatePart>
  )
}
