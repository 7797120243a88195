import { useState } from 'react'
import { organizationOf } from '#shared/ids.ts'
import { useAttachments } from '../files/useAttachments.ts'
import type { EmailFile } from './email.ts'

const none: readonly EmailFile[] = []

/** An email's attachments: those it had before, and those added while it is written. */
export function useEmailFiles(orgUnitId: string, had: readonly EmailFile[] = none) {
  const added = useAttachments(organizationOf(orgUnitId))
  const [old, setOld] = useState(had)
  const all = [...old, ...added.attachments]
  return {
    ...added,
    attachments: all,
    ids: all.map(({ fileId }) => fileId),
    size: all.reduce((sum, { size }) => sum + size, 0),
    remove(fileId: string) {
      setOld((files) => files.filter((file) => file.fileId !== fileId))
      added.remove(fileId)
    },
  }
}
