import { families } from '#shared/api/families.ts'
import { serve } from '../serve.ts'
import { checkRows } from './imports/checkRows.ts'
import { hide, limitRights } from './people/changeMember.ts'
import { acceptInvitation, readInvitation } from './people/invitation.ts'
import { invite, withdraw } from './people/invite.ts'
import { previewOutOfClub, removeFromClub } from './people/removeFromClub.ts'
import { readFamily } from './people/readFamily.ts'
import { leave, remove } from './people/removeMember.ts'
import { listUninvited } from './people/uninvited.ts'
import { beginImport, uploadRows, listImports, readImport, startImport, undoImport } from './imports/startImport.ts'

export const handler = serve(families, {
  'POST /rest-api/families/imports/{orgUnitId}/check': checkRows,
  'GET /rest-api/families/imports/{orgUnitId}': listImports,
  'POST /rest-api/families/imports/{orgUnitId}': beginImport,
  'GET /rest-api/families/imports/{orgUnitId}/{importId}': readImport,
  'POST /rest-api/families/imports/{orgUnitId}/{importId}/rows': uploadRows,
  'POST /rest-api/families/imports/{orgUnitId}/{importId}/start': startImport,
  'POST /rest-api/families/imports/{orgUnitId}/{importId}/undo': undoImport,
  'GET /rest-api/families/uninvited/{orgUnitId}': listUninvited,
  'GET /rest-api/families/player/{playerId}': readFamily,
  'POST /rest-api/families/player/{playerId}/invite': invite,
  'POST /rest-api/families/player/{playerId}/withdraw': withdraw,
  'POST /rest-api/families/player/{playerId}/remove': remove,
  'POST /rest-api/families/leave': leave,
  'POST /rest-api/families/player/{playerId}/hide': hide,
  'PUT /rest-api/families/player/{playerId}/rights': limitRights,
  'GET /rest-api/families/person/{orgId}/{userId}': previewOutOfClub,
  'POST /rest-api/families/person/{orgId}/{userId}/remove': removeFromClub,
  'POST /rest-api/families/invitation/read': readInvitation,
  'POST /rest-api/families/invitation/accept': acceptInvitation,
})
