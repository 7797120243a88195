import { useState } from 'react'
import { organizationOf } from '#shared/ids.ts'
import { useAttachments } from '../files/useAttachments.ts'
import type { EmailFile } from './email.ts'

const noFiles: readonly EmailFile[] = []

/** An email's attachments: those it had before, and those added while it is written. */
export function useEmailFiles(orgUnitId: string, previousFiles: readonly EmailFile[] = noFiles) {
  const added = useAttachments(organizationOf(orgUnitId))
  const [earlierFiles, setEarlierFiles] = useState(previousFiles)
  const allFiles = [...earlierFiles, ...added.attachments]
  return {
    ...added,
    attachments: allFiles,
    ids: allFiles.map(({ fileId }) => fileId),
    size: allFiles.reduce((sum, { size }) => sum + size, 0),
    remove(fileId: string) {
      setEarlierFiles((files) => files.filter((file) => file.fileId !== fileId))
      added.remove(fileId)
    },
  }
}
