import { families } from '#shared/api/families.ts'
import { serve } from '../serve.ts'
import { checkRows } from './imports/checkRows.ts'
import { beginImport, bringRows, listImports, readImport, startImport, undoImport } from './imports/startImport.ts'

export const handler = serve(families, {
  'POST /rest-api/families/imports/{orgUnitId}/check': checkRows,
  'GET /rest-api/families/imports/{orgUnitId}': listImports,
  'POST /rest-api/families/imports/{orgUnitId}': beginImport,
  'GET /rest-api/families/imports/{orgUnitId}/{importId}': readImport,
  'POST /rest-api/families/imports/{orgUnitId}/{importId}/rows': bringRows,
  'POST /rest-api/families/imports/{orgUnitId}/{importId}/start': startImport,
  'POST /rest-api/families/imports/{orgUnitId}/{importId}/undo': undoImport,
})
