import type { Club } from '../club.ts'
import { aBlocked, aChildChats, aGroup, aLook, chatFamily, groupOf } from './asking.ts'

/** Right requests to routes of chat, for the tests that go through all of them. */
export const queries: Record<string, (club: Club) => Record<string, string>> = {
  'DELETE /rest-api/chat/blocked/{orgId}': (club) => ({ userId: chatFamily(club) }),
  'DELETE /rest-api/push/devices': () => ({ deviceId: 'd'.repeat(22) }),
}
export const bodies: Record<string, object | ((club: Club) => object)> = {
  'PUT /rest-api/push/devices': {
    endpoint: 'https://fcm.googleapis.com/fcm/send/device-1',
    // The key of RFC 8291's example.
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'A'.repeat(22),
    showsText: false,
  },
  'POST /rest-api/chat/looks/{orgId}': (club) => ({ conversationSid: groupOf(club), reason: 'A mother has asked us.' }),
  'POST /rest-api/chat/evidence/{orgId}/check': { hash: '0'.repeat(64), seal: 'none' },
}
export const prepared: Record<string, (as: string, club: Club) => Promise<unknown>> = {
  'DELETE /rest-api/chat/blocked/{orgId}': aBlocked,
  'POST /rest-api/chat/looks/{orgId}': aGroup,
  'GET /rest-api/chat/looks/{orgId}/{conversationSid}': aLook,
  'POST /rest-api/chat/looks/{orgId}/{conversationSid}/evidence': aLook,
  'GET /rest-api/chat/read-along/{playerId}/{conversationSid}': aChildChats,
}
