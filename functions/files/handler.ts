import { files } from '#shared/api/files.ts'
import { serve } from '../serve.ts'
import { beginFile, nextParts } from './fileParts.ts'
import { keepFile } from './keepFile.ts'
import { createUpload } from './createUpload.ts'
import { previewFile } from './previewFile.ts'

export const handler = serve(files, {
  'POST /rest-api/files/{orgId}': createUpload,
  'POST /rest-api/files/{orgId}/parts': beginFile,
  'GET /rest-api/files/{fileId}/parts': nextParts,
  'POST /rest-api/files/{fileId}/keep': keepFile,
  'GET /rest-api/files/{fileId}/preview': previewFile,
})
