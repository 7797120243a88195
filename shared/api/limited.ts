import type { Can } from '../permissions.ts'
import { isAboutSubject, isForGrownUps } from '../permissions.ts'

/**
 * `limitedFunctionality`: what a club whose subscription has expired can still do. Everything can be read and exported, families
 * answer and everyone chats as before, and existing things can be deleted; nothing can be added or changed. Only those who run a
 * club or coach in it are limited, never families or Touchline's staff.
 */

/** GET routes that change something, as in the specification. */
export const changingGets = [
  'GET /api/v1/deleteEvent/{eventId}',
  'GET /rest-api/fee/payment-accounts/toggle/{paymentAccountId}',
  'GET /rest-api/payments/purchase/team/license/{teamId}',
] as const

/** Other methods that are still allowed: all keys with one of these prefixes. */
const allowedRouteKeys = [
  'DELETE ',
  // Answers, and what families do.
  'POST /rest-api/families/player/{playerId}/hide',
  'POST /rest-api/families/player/{playerId}/remove',
  'POST /rest-api/families/player/{playerId}/withdraw',
  // Families pay what they owe, manually or with a saved card, and mark what they read in the library.
  'POST /rest-api/fee/payment-link',
  'POST /rest-api/fee/cards/',
  'POST /rest-api/academy/storage/favorite/',
  'POST /rest-api/academy/storage/recent/',
  // Chat.
  'POST /rest-api/chat/',
  'PUT /rest-api/chat/',
  // Deleting, canceling and undoing.
  'GET /api/v1/deleteEvent/',
  'POST /api/v1/removePlayer',
  'POST /rest-api/families/person/{orgId}/{userId}/remove',
  'POST /o/{orgUnitId}/archive',
  'POST /orgUnit/removePlayerInvite/',
  'POST /rest-api/calendar/event/{eventId}/cancel',
  'POST /rest-api/families/imports/{orgUnitId}/{importId}/undo',
  // Until then the families of two children who were merged by mistake see each other's data.
  'POST /rest-api/duplicates/{orgId}/undo',
  'POST /rest-api/registration/invitations/{registrationId}/withdraw',
  'POST /rest-api/registration/launch/{registrationId}/close',
  'POST /rest-api/register/{registrationId}/cancel',
  // And restoring what was deleted: the club had it before.
  'POST /rest-api/calendar/event/{eventId}/restore',
  'POST /rest-api/academy/storage/organization/{orgId}/restore',
  'POST /rest-api/recordings/{recordingId}/restore',
  'POST /rest-api/fee/cancel/',
  'POST /rest-api/fee/chargeback/',
  'POST /rest-api/fee/refund/',
  'POST /rest-api/fee/refund-again/',
  'POST /rest-api/fee/undo-payment/',
  'POST /rest-api/mail/email/{emailId}/take-back',
  // Checks what is sent, and stores nothing.
  'POST /rest-api/families/imports/{orgUnitId}/check',
  'POST /rest-api/mail/team/recipients/',
  'POST /rest-api/mail/delivery/',
  // Access for apps to read.
  'POST /rest-api/feeds/',
  'POST /rest-api/developers/tokens/',
  'PUT /rest-api/developers/club/',
  // Renewing the subscription.
  'POST /rest-api/organization/billing/',
  'POST /rest-api/payments/teams/',
] as const

/**
 * A file is uploaded before what refers to it, in chat, an answer or a registration. Uploads are always allowed: adding it to the
 * club is refused by its own route, and an unreferenced file is deleted within a day. Large files are not for families.
 */
const sendsFiles: readonly string[] = ['POST /rest-api/files/{orgId}', 'POST /rest-api/files/{fileId}/keep']

/** Whether a route is refused for a club with limited functionality. */
export function stopsWhenLimited(key: string, can: Can): boolean {
  const requiredRight = isForGrownUps(can) ? can.grownUp : can
  if (!isAboutSubject(requiredRight) || requiredRight === 'family') return false
  if (sendsFiles.includes(key) || allowedRouteKeys.some((start) => key.startsWith(start))) return false
  return !key.startsWith('GET ') || (changingGets as readonly string[]).includes(key)
}
