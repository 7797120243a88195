import { useId, useState } from 'react'
import { fileLimit, fileTypeOf } from '#shared/rules/files.ts'
import { type AnswerOf, callApi } from '../api.ts'
import { clearUploads, dropUpload, upload, useUploads } from './uploads.ts'

/** A file that has come and is kept, until what it belongs to is sent. */
export type Attachment = AnswerOf<'POST /rest-api/files/{fileId}/keep'>

/**
 * Files that are sent along with something that is being written for an organization: each is on its way as soon as it is
 * chosen, and what has come is in `attachments`. `refused`: the name of the last one that is not taken, and why.
 */
export function useAttachments(orgId: string) {
  const about = useId()
  const [attachments, setAttachments] = useState<readonly Attachment[]>([])
  const [refused, setRefused] = useState<{ name: string; why: 'refused' | 'empty' | 'tooLarge' }>()
  const uploads = useUploads(about)

  function send(file: File): void {
    const type = fileTypeOf(file)
    if (!type) return setRefused({ name: file.name, why: 'refused' })
    if (file.size === 0) return setRefused({ name: file.name, why: 'empty' })
    if (file.size > fileLimit) return setRefused({ name: file.name, why: 'tooLarge' })
    // Known once its place is.
    let fileId = ''
    upload({
      file,
      about,
      placeOf: async () => {
        const body = { name: file.name, type, size: file.size }
        const place = await callApi('POST /rest-api/files/{orgId}', { orgId, body }, { handles: ['failures'] })
        fileId = place.fileId
        return place
      },
      whenThere: async () => {
        const kept = await callApi('POST /rest-api/files/{fileId}/keep', { fileId }, { handles: ['failures'] })
        setAttachments((all) => [...all, kept])
      },
    })
  }
  return {
    attachments,
    /** Those on their way, and those that did not come. */
    uploads: uploads.filter(({ state }) => state === 'sending' || state === 'failed'),
    isSending: uploads.some(({ state }) => state === 'sending'),
    /** One of them did not come: whatever is sent now goes without it. */
    hasFailed: uploads.some(({ state }) => state === 'failed'),
    refused,
    /** Takes off one that did not come. */
    drop: dropUpload,
    add(files: Iterable<File>) {
      setRefused(undefined)
      for (const file of files) send(file)
    },
    /** Takes one off; what nothing names is removed by the server within a day. */
    remove: (fileId: string) => setAttachments((all) => all.filter((each) => each.fileId !== fileId)),
    /** Nothing is attached any more: it has been sent, or given up. */
    clear() {
      for (const each of uploads) each.cancel()
      clearUploads(about)
      setAttachments([])
    },
  }
}
