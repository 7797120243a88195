import { useRef, useState } from 'react'
import { organizationOf } from '#shared/ids.ts'
import { ApiProblem, callApi } from '../api.ts'
import { putFile } from '../api/putFile.ts'
import { scaledJpeg } from '../kit/scaledJpeg.ts'
import type { Email } from './email.ts'

type InsertPicture = (picture: { fileId: string; alt: string }) => void
/** In pixels: as wide as mail clients show it at 1x. */
const maxPixels = 1200

/** Pictures of an email that is being written: their sources, and adding one. */
export function usePictures(orgUnitId: string, earlierPictures: Email['pictures']) {
  const sources = useRef(new Map(earlierPictures.map(({ fileId, url }) => [fileId, url])))
  const [pendingInsert, setPendingInsert] = useState<{ pendingInsert: InsertPicture }>()
  return {
    editor: {
      sourceOf: (fileId: string) => sources.current.get(fileId),
      ask: (insert: InsertPicture) => setPendingInsert({ pendingInsert: insert }),
    },
    isAsking: pendingInsert !== undefined,
    close: () => setPendingInsert(undefined),
    /** Uploads a scaled-down photo and inserts it at the cursor. Returns why if that failed. */
    async add(file: File, alt: string): Promise<'notPicture' | 'failed' | undefined> {
      const scaled = await scaledJpeg(file, maxPixels)
      if (!('url' in scaled)) return 'notPicture'
      try {
        const { fileId, url } = await uploadPicture(orgUnitId, scaled.url)
        sources.current.set(fileId, url)
        pendingInsert?.pendingInsert({ fileId, alt })
        setPendingInsert(undefined)
        return undefined
      } catch (problem) {
        if (!(problem instanceof ApiProblem)) throw problem
        return 'failed'
      }
    },
  }
}

async function uploadPicture(orgUnitId: string, dataUrl: string) {
  const bytes = Uint8Array.from(atob(dataUrl.split(',')[1] ?? ''), (character) => character.charCodeAt(0))
  const handled = { handles: ['failures', 'not_allowed'] } as const
  const body = { name: 'picture.jpg', type: 'image/jpeg', size: bytes.length } as const
  const { fileId, url, headers } = await callApi(
    'POST /rest-api/files/{orgId}',
    { orgId: organizationOf(orgUnitId), body },
    handled,
  )
  await putFile(url, headers, new Blob([bytes], { type: body.type }))
  await callApi('POST /rest-api/files/{fileId}/keep', { fileId }, handled)
  return { fileId, ...(await callApi('GET /rest-api/files/{fileId}/preview', { fileId }, handled)) }
}
