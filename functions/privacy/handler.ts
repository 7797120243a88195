import { privacy } from '#shared/api/privacy.ts'
import { serve } from '../serve.ts'
import { linkToCopy, requestCopy, listCopies } from './copies.ts'
import { requestErasure, previewErasure, readReceipt, cancelErasure } from './erasure.ts'

export const handler = serve(privacy, {
  'GET /rest-api/privacy/copies': listCopies,
  'POST /rest-api/privacy/copies': requestCopy,
  'POST /rest-api/privacy/copies/address': linkToCopy,
  'GET /rest-api/privacy/erasure': previewErasure,
  'POST /rest-api/privacy/erasure': requestErasure,
  'DELETE /rest-api/privacy/erasure': cancelErasure,
  'GET /rest-api/privacy/receipt/{receiptId}': readReceipt,
})
