import { useSWRConfig } from 'swr'
import { fileLimit, fileTypeOf, isLargeType, limitOf } from '#shared/rules/files.ts'
import { callApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { keepUploaded } from '../files/keepUploaded.ts'
import { beginLarge, endLarge } from '../files/largeFile.ts'
import { sizeText } from '../kit/format.ts'
import { showSnackbar } from '../kit/Snackbar.tsx'
import { refresh } from '../shell/useSave.ts'
import { upload } from '../files/uploads.ts'
import { type Place, refreshes } from './place.ts'
import { makeThumbnail } from './thumbnail.ts'
import english from './texts.en.json'

/** The key under which uploads to a folder are listed. */
export const uploadsKey = ({ orgId, folderId }: Place): string => `library ${folderId ?? orgId}`

const handles = { handles: ['failures', 'not_allowed'] } as const

/** Uploads files into a folder: each goes straight to storage, is checked there, and is listed only then. */
export function useLibraryUpload(place: Place) {
  const t = useTexts('academy', english)
  const config = useSWRConfig()
  const { orgId, folderId } = place
  function sendFile(file: File) {
    const type = fileTypeOf(file)
    if (!type) return showSnackbar({ text: t('wrongType', { name: file.name }), tone: 'danger' })
    if (file.size === 0) return showSnackbar({ text: t('isEmpty', { name: file.name }), tone: 'danger' })
    if (file.size > limitOf(type))
      return showSnackbar({ text: t('tooLarge', { name: file.name, limit: sizeText(limitOf(type)) }), tone: 'danger' })
    let fileMetadataId = ''
    let isStored = false
    upload({
      file,
      about: uploadsKey(place),
      getTarget: async () => {
        // A retry sends the same file again, which is added only once.
        if (isStored) return undefined
        if (file.size > fileLimit && isLargeType(type)) {
          const { fileId, ...place } = await beginLarge(file, { orgId, type, name: nameOf(file) })
          fileMetadataId = fileId
          return place
        }
        const description = { fileName: nameOf(file), contentType: type, contentLength: file.size }
        const PLACE = 'POST /rest-api/academy/file/presigned-url/organization/{orgId}'
        const { files } = await callApi(PLACE, { orgId, body: [description] }, handles)
        const [target] = files
        if (!target) throw new Error('No place was given')
        fileMetadataId = target.fileMetadataId
        return { url: target.endpoint, headers: target.headers }
      },
      onUploaded: async () => {
        isStored = true
        const { name } = await keepUploaded(fileMetadataId, () => (isStored = false))
        const body = { organizationId: orgId, type: 'FILE', name, fileMetadataId, parentId: folderId ?? null } as const
        const { id } = await callApi('POST /rest-api/academy/storage/organization', { body }, handles)
        endLarge(file, orgId)
        const refreshLists = () => {
          for (const route of refreshes) refresh(config, route)
        }
        refreshLists()
        void makeThumbnail(file, { orgId, storageItemId: id, fileMetadataId }).then(
          (hasThumbnail) => hasThumbnail && refreshLists(),
        )
      },
    })
  }
  return (files: readonly File[]) => files.forEach(sendFile)
}

/** The file name without the characters that some file systems forbid. */
const nameOf = ({ name }: File) =>
  name
    .normalize('NFC')
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}/\\:*?"<>|]/gu, ' ')
    .trim()
    .slice(-150) || 'file'
