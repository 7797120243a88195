import type { Can } from '../permissions.ts'
import { isAboutSubject, isForGrownUps } from '../permissions.ts'

/**
 * `limitedFunctionality`: what a club whose subscription has expired can still do. Everything is read and exported, families
 * answer and everybody chats as ever, and what is there can be taken away; nothing is added or changed. What families and
 * the product's own people do is never limited: it is those who run a club or coach in it.
 */

/** These change something though they are asked by GET, as the specification has them. */
export const changingGets = [
  'GET /api/v1/deleteEvent/{eventId}',
  'GET /rest-api/fee/payment-accounts/toggle/{paymentAccountId}',
  'GET /rest-api/payments/purchase/team/license/{teamId}',
] as const

/** These are asked by another method, and are done all the same: what begins like one of these. */
const goesOn = [
  'DELETE ',
  // Answers, and what families do.
  'POST /rest-api/families/player/{playerId}/hide',
  'POST /rest-api/families/player/{playerId}/remove',
  'POST /rest-api/families/player/{playerId}/withdraw',
  // They pay what they owe, by themselves or by a card that they keep, and mark what they read in the library.
  'POST /rest-api/fee/payment-link',
  'POST /rest-api/fee/cards/',
  'POST /rest-api/academy/storage/favorite/',
  'POST /rest-api/academy/storage/recent/',
  // Chat.
  'POST /rest-api/chat/',
  'PUT /rest-api/chat/',
  // What is taken away, called off or taken back.
  'GET /api/v1/deleteEvent/',
  'POST /api/v1/removePlayer',
  'POST /rest-api/families/person/{orgId}/{userId}/remove',
  'POST /o/{orgUnitId}/archive',
  'POST /orgUnit/removePlayerInvite/',
  'POST /rest-api/calendar/event/{eventId}/cancel',
  'POST /rest-api/families/imports/{orgUnitId}/{importId}/undo',
  'POST /rest-api/registration/invitations/{registrationId}/withdraw',
  'POST /rest-api/registration/launch/{registrationId}/close',
  'POST /rest-api/register/{registrationId}/cancel',
  // And what was deleted is had back: it is what the club had.
  'POST /rest-api/calendar/event/{eventId}/restore',
  'POST /rest-api/academy/storage/organization/{orgId}/restore',
  'POST /rest-api/recordings/{recordingId}/restore',
  'POST /rest-api/fee/cancel/',
  'POST /rest-api/fee/chargeback/',
  'POST /rest-api/fee/refund/',
  'POST /rest-api/fee/refund-again/',
  'POST /rest-api/fee/undo-payment/',
  'POST /rest-api/mail/email/{emailId}/take-back',
  // Looks at what is sent, and keeps nothing.
  'POST /rest-api/families/imports/{orgUnitId}/check',
  'POST /rest-api/mail/team/recipients/',
  'POST /rest-api/mail/delivery/',
  // An address at which an app reads.
  'POST /rest-api/feeds/',
  'POST /rest-api/developers/tokens/',
  'PUT /rest-api/developers/club/',
  // What brings the subscription back.
  'POST /rest-api/organization/billing/',
  'POST /rest-api/payments/teams/',
] as const

/**
 * A file is sent before what names it, for chat, an answer or a registration. It goes on for whatever it may be: what is added to the
 * club with it is refused by its own route, and a file that nothing names goes within a day. Large ones are no family's.
 */
const sendsFiles: readonly string[] = ['POST /rest-api/files/{orgId}', 'POST /rest-api/files/{fileId}/keep']

/** True for a route that a club with limited functionality is refused. */
export function stopsWhenLimited(key: string, can: Can): boolean {
  const who = isForGrownUps(can) ? can.grownUp : can
  if (!isAboutSubject(who) || who === 'family') return false
  if (sendsFiles.includes(key) || goesOn.some((start) => key.startsWith(start))) return false
  return !key.startsWith('GET ') || (changingGets as readonly string[]).includes(key)
}
