import { useState } from 'react'
import type { DialogProps } from './DialogBox.tsx'
import { DialogBox } from './late.ts'
import { LatePart } from './LatePart.tsx'

export type { DialogShape } from './DialogBox.tsx'

/** A dialog over the page. It is loaded when the first one is opened: no screen waits for what may never be asked. */
export function Dialog(props: DialogProps) {
  const { opened, close } = props
  const [wanted, setWanted] = useState(opened)
  if (opened && !wanted) setWanted(true)
  if (!wanted) return null
  return (
    <LatePart wanted={opened} onFailed={close} fallback={null}>
      <DialogBox.Component {...props} />
    </LatePart>
  )
}
