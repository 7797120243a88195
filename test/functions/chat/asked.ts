import type { Club } from '../club.ts'
import { aBlocked, aChildChats, chatFamily } from './asking.ts'

/** Right requests to routes of chat, for the tests that go through all of them. */
export const queries: Record<string, (club: Club) => Record<string, string>> = {
  'DELETE /rest-api/chat/blocked/{orgId}': (club) => ({ userId: chatFamily(club) }),
}
export const bodies: Record<string, object | ((club: Club) => object)> = {}
export const prepared: Record<string, (as: string, club: Club) => Promise<unknown>> = {
  'DELETE /rest-api/chat/blocked/{orgId}': aBlocked,
  'GET /rest-api/chat/read-along/{playerId}/{conversationSid}': aChildChats,
}
