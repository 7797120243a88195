import { moderation } from '#shared/api/moderation.ts'
import { serve } from '../serve.ts'
import { beginLook, checkEvidence, readLook, takeEvidence } from './looks.ts'
import { listReports, reportMessage, settleReport, unblock } from './reports.ts'
import { readRules, saveRules } from './rules.ts'

export const handler = serve(moderation, {
  'POST /rest-api/chat/conversations/{conversationSid}/messages/{messageSid}/report': reportMessage,
  'GET /rest-api/chat/reports/{orgId}': listReports,
  'POST /rest-api/chat/reports/{orgId}/settle': settleReport,
  'DELETE /rest-api/chat/blocked/{orgId}': unblock,
  'POST /rest-api/chat/looks/{orgId}': beginLook,
  'GET /rest-api/chat/looks/{orgId}/{conversationSid}': readLook,
  'POST /rest-api/chat/looks/{orgId}/{conversationSid}/evidence': takeEvidence,
  'POST /rest-api/chat/evidence/{orgId}/check': checkEvidence,
  'GET /rest-api/chat/rules/{orgId}': readRules,
  'PUT /rest-api/chat/rules/{orgId}': saveRules,
})
