import { agreements } from '#shared/api/agreements.ts'
import { serve } from '../serve.ts'
import { archiveAgreement, changeAgreement, createAgreement, listAgreements, readAgreement } from './agreements.ts'
import { askFamilies } from './askFamilies.ts'
import { listMine } from './mine.ts'
import { readProof } from './proof.ts'
import { sign } from './sign.ts'
import { exportStatus, readStatus } from './readStatus.ts'

export const handler = serve(agreements, {
  'GET /rest-api/agreements/club/{orgId}': listAgreements,
  'POST /rest-api/agreements/club/{orgId}': createAgreement,
  'GET /rest-api/agreements/agreement/{agreementId}': readAgreement,
  'PUT /rest-api/agreements/agreement/{agreementId}': changeAgreement,
  'PUT /rest-api/agreements/agreement/{agreementId}/archived': archiveAgreement,
  'GET /rest-api/agreements/standing/{orgUnitId}': readStatus,
  'GET /rest-api/agreements/standing/{orgUnitId}/csv': exportStatus,
  'POST /rest-api/agreements/ask/{teamId}': askFamilies,
  'GET /rest-api/agreements/mine': listMine,
  'POST /rest-api/agreements/agreement/{agreementId}/sign': sign,
  'GET /rest-api/agreements/agreement/{agreementId}/proof/{playerId}': readProof,
})
