import { useId, useState } from 'react'
import { fileLimit, fileTypeOf } from '#shared/rules/files.ts'
import { type AnswerOf, callApi } from '../api.ts'
import { clearUploads, dropUpload, upload, useUploads } from './uploads.ts'

/** An uploaded file that the server keeps until the item it belongs to is sent. */
export type Attachment = AnswerOf<'POST /rest-api/files/{fileId}/keep'>

/**
 * Attachments of a message being written within an organization: each file is uploaded as soon as it is chosen, and is then in
 * `attachments`. `refused`: the name of the last rejected file, and why.
 */
export function useAttachments(orgId: string) {
  const about = useId()
  const [attachments, setAttachments] = useState<readonly Attachment[]>([])
  const [filesById, setFilesById] = useState<ReadonlyMap<string, File>>(new Map())
  const [rejection, setRejection] = useState<{ name: string; why: 'refused' | 'empty' | 'tooLarge' }>()
  const uploads = useUploads(about)

  function uploadFile(file: File): void {
    const type = fileTypeOf(file)
    if (!type) return setRejection({ name: file.name, why: 'refused' })
    if (file.size === 0) return setRejection({ name: file.name, why: 'empty' })
    if (file.size > fileLimit) return setRejection({ name: file.name, why: 'tooLarge' })
    // Set once the upload has a place.
    let fileId = ''
    upload({
      file,
      about,
      getTarget: async () => {
        const body = { name: file.name, type, size: file.size }
        const target = await callApi('POST /rest-api/files/{orgId}', { orgId, body }, { handles: ['failures'] })
        fileId = target.fileId
        return target
      },
      onUploaded: async () => {
        const attachment = await callApi('POST /rest-api/files/{fileId}/keep', { fileId }, { handles: ['failures'] })
        setFilesById((all) => new Map(all).set(attachment.fileId, file))
        setAttachments((all) => [...all, attachment])
      },
    })
  }
  return {
    attachments,
    /** The file on this device, for a preview; undefined for one that was attached earlier, such as to a draft. */
    fileOf: (fileId: string): File | undefined => filesById.get(fileId),
    /** The uploads in progress, and those that failed. */
    uploads: uploads.filter(({ state }) => state === 'sending' || state === 'failed'),
    isSending: uploads.some(({ state }) => state === 'sending'),
    /** An upload failed: sending now would leave that file out. */
    hasFailed: uploads.some(({ state }) => state === 'failed'),
    rejection,
    /** Removes a failed upload. */
    drop: dropUpload,
    add(files: Iterable<File>) {
      setRejection(undefined)
      for (const file of files) uploadFile(file)
    },
    /** Removes an attachment; the server deletes unreferenced files within a day. */
    remove: (fileId: string) => setAttachments((all) => all.filter((each) => each.fileId !== fileId)),
    /** Removes everything, after sending or discarding. */
    clear() {
      for (const each of uploads) each.cancel()
      clearUploads(about)
      setAttachments([])
      setFilesById(new Map())
    },
  }
}
