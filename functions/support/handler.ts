import { support } from '#shared/api/support.ts'
import { serve } from '../serve.ts'
import { askAsPerson, askAsVisitor, markRead, readOwnThread, readVisitor } from './asking.ts'
import { answerThread, closeThread, countWaiting, eraseThread, listThreads, readThread } from './inbox.ts'

export const handler = serve(support, {
  'GET /rest-api/support': readOwnThread,
  'POST /rest-api/support': askAsPerson,
  'POST /rest-api/support/read': markRead,
  'POST /rest-api/support/visitor': askAsVisitor,
  'POST /rest-api/support/visitor/read': readVisitor,
  'GET /rest-api/staff/support': listThreads,
  'GET /rest-api/staff/support-waiting': countWaiting,
  'GET /rest-api/staff/support/{threadId}': readThread,
  'POST /rest-api/staff/support/{threadId}': answerThread,
  'POST /rest-api/staff/support/{threadId}/done': closeThread,
  'DELETE /rest-api/staff/support/{threadId}': eraseThread,
})
