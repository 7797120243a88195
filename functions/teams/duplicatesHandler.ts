import { duplicates } from '#shared/api/duplicates.ts'
import { serve } from '../serve.ts'
import { markDifferent } from './duplicates/markDifferent.ts'
import { listDuplicates } from './duplicates/findDuplicates.ts'
import { mergePlayers, previewMerge } from './duplicates/mergePlayers.ts'
import { undoMerge } from './duplicates/undoMerge.ts'

export const handler = serve(duplicates, {
  'GET /rest-api/duplicates/{orgId}': listDuplicates,
  'GET /rest-api/duplicates/{orgId}/preview': previewMerge,
  'POST /rest-api/duplicates/{orgId}/merge': mergePlayers,
  'POST /rest-api/duplicates/{orgId}/undo': undoMerge,
  'PUT /rest-api/duplicates/{orgId}/two': markDifferent,
})
