import { privacy } from '#shared/api/privacy.ts'
import { serve } from '../serve.ts'
import { addressOfCopy, askForCopy, listCopies } from './copies.ts'
import { askForErasure, previewErasure, readReceipt, takeBackErasure } from './erasure.ts'

export const handler = serve(privacy, {
  'GET /rest-api/privacy/copies': listCopies,
  'POST /rest-api/privacy/copies': askForCopy,
  'POST /rest-api/privacy/copies/address': addressOfCopy,
  'GET /rest-api/privacy/erasure': previewErasure,
  'POST /rest-api/privacy/erasure': askForErasure,
  'DELETE /rest-api/privacy/erasure': takeBackErasure,
  'GET /rest-api/privacy/receipt/{receiptId}': readReceipt,
})
