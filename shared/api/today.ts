import * as z from 'zod/mini'
import { AnswerId, Event, Instant, InviteStatus, Location, Note, OwnInvite, PlayerName, ids } from './fields.ts'
import type { Area } from './route.ts'

/** More players than any family has; a hint beyond it is refused, since each costs a read. */
export const mostHintedPlayers = 20

const TodaysEvent = z.object({
  location: z.nullable(Location),
  player: z.nullable(PlayerName),
  invite: z.nullable(OwnInvite),
  event: Event,
})

const Email = z
  .string()
  .check(z.trim(), z.minLength(1, 'Required.'), z.maxLength(254, 'Invalid e-mail.'), z.email('Invalid e-mail.'))
const RequestedName = z.string().check(z.trim(), z.minLength(1, 'Required.'), z.maxLength(64, 'Max Characters: 64'))
/** The same sentence whether or not there is such a coach: an address is nobody else's to find out. */
const Requested = z.object({ success: z.boolean(), message: z.string() })

/** Who opens a link is not signed in: no more than the mail itself said, and never a last name. */
const OneTap = z.object({
  event: z.object({ name: z.string(), start: z.string(), end: z.string(), timezone: z.string(), team: z.string() }),
  player: z.object({ firstName: z.string() }),
  /** What the link answers. */
  wanted: z.enum(['Accepted', 'Declined']),
  /** What stands now. */
  status: InviteStatus,
  /** `open`: it can still answer. `used`: it has, whatever stands now. `answered`: another answer came before it. */
  state: z.enum(['open', 'used', 'answered']),
})
const OneTapToken = z.string().check(z.maxLength(512))
const oneTapRefusals = ['link_altered', 'link_expired', 'invite_removed', 'not_allowed'] as const

export const today = {
  'GET /api/v1/today': {
    can: 'signed_in',
    does: 'Shows today’s events of own players and coached teams, and what waits for an answer.',
    query: z.object({
      startUtc: Instant,
      /** The caller's own players as last seen, so that their invites are read beside the permission check. */
      players: z.optional(ids('player', mostHintedPlayers)),
    }),
    returns: z.object({
      todaysEvents: z.array(TodaysEvent),
      unpaidFeeCount: z.int(),
      unpaidLateFeeCount: z.int(),
      unreadMessagesCount: z.int(),
      pendingPlayerInviteCount: z.int(),
    }),
  },
  'GET /api/v1/playerEvents': {
    can: 'signed_in',
    does: 'Lists the coming events of own players, the next first.',
    query: z.object({ startUtc: Instant, players: z.optional(ids('player', mostHintedPlayers)) }),
    returns: z.object({ events: z.array(TodaysEvent) }),
  },
  'POST /api/v1/requestInvite': {
    can: 'signed_in',
    does: 'Asks a coach, by e-mail address, to be let in to a player.',
    body: z.object({ email: Email, playerName: RequestedName }),
    returns: Requested,
    refuses: ['too_many_requests'],
  },
  'POST /api/v1/requestAccessToTeam': {
    can: 'signed_in',
    does: 'Asks a coach, by e-mail address, to be let in to a team.',
    body: z.object({ email: Email, teamName: RequestedName }),
    returns: Requested,
    refuses: ['too_many_requests'],
  },
  'GET /rest-api/today/requests': {
    can: 'signed_in',
    does: 'Lists who asks oneself, as a coach, to be let in.',
    returns: z.object({
      requests: z.array(
        z.object({
          id: z.string(),
          /** Both are empty as long as the user pool has not been asked for them. */
          from: z.object({ name: z.string(), email: z.string() }),
          playerName: z.nullable(z.string()),
          teamName: z.nullable(z.string()),
          askedAt: z.string(),
        }),
      ),
    }),
  },
  'DELETE /rest-api/today/requests/{requestId}': {
    can: 'signed_in',
    does: 'Takes a request off one’s own list, once it is dealt with.',
    returns: z.object({}),
  },
  'GET /user/updateInviteStatus/{inviteFile}': {
    can: 'family',
    subject: 'path.inviteFile',
    does: 'Answers an invite for a player: Yes, No, or open again; with or without a note to the coach.',
    writes: true,
    query: z.object({
      format: z.optional(z.literal('json')),
      status: InviteStatus,
      note: z.optional(Note),
      /** What this answer is called from now on; the same one sent again changes nothing. Made up when it is left out. */
      answerId: z.optional(AnswerId),
      /** The answer that this one is given upon: refused when another stands. Left out, it replaces whatever stands. */
      upon: z.optional(AnswerId),
    }),
    returns: OwnInvite,
    refuses: ['invite_removed', 'answered_meanwhile'],
  },
  'POST /rest-api/today/one-tap/read': {
    can: 'anyone',
    does: 'Shows what a link in an availability mail would answer. Changes nothing.',
    body: z.object({ token: OneTapToken }),
    returns: OneTap,
    refuses: oneTapRefusals,
  },
  'POST /rest-api/today/one-tap/answer': {
    can: 'anyone',
    does: 'Answers by a link in an availability mail, once.',
    body: z.object({ token: OneTapToken }),
    returns: OneTap,
    refuses: [...oneTapRefusals, 'link_used', 'answered_meanwhile'],
  },
} as const satisfies Area
