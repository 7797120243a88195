import { addQuestion } from '#functions/support/threads.ts'
import { type Club, stamp } from '../club.ts'
import type { Requests } from '../exampleRequests.ts'

/** Valid requests to the routes of support, and the setup they need. */

const text = 'How do I add a second option?'
const key = 'k'.repeat(40)
const bodies: Record<string, object> = {
  'POST /rest-api/support': { messageId: 'message-1', text },
  'POST /rest-api/support/read': { seq: 1 },
  'POST /rest-api/support/visitor': { key, messageId: 'message-1', text, email: 'someone@family.example' },
  'POST /rest-api/support/visitor/read': { key },
  'POST /rest-api/staff/support/{threadId}': { messageId: 'answer-01', text: 'Press Add option.' },
  'POST /rest-api/staff/support/{threadId}/done': { lastSeq: 99 },
}

async function aQuestion(_as: string, club: Club) {
  await addQuestion(stamp, { threadId: club.user('extra'), messageId: 'message-1', text })
}
const prepared: Record<string, (as: string, club: Club) => Promise<unknown>> = {
  'GET /rest-api/staff/support/{threadId}': aQuestion,
  'POST /rest-api/staff/support/{threadId}': aQuestion,
  'POST /rest-api/staff/support/{threadId}/done': aQuestion,
  'DELETE /rest-api/staff/support/{threadId}': aQuestion,
}

export const exampleRequests: Requests = { params: (club) => ({ threadId: club.user('extra') }), bodies, prepared }
