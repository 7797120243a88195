import * as z from 'zod/mini'
import { AnswerId, InviteStatus, Note, OwnInvite } from '../fields.ts'
import type { Area } from '../route.ts'

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

/** Answering an invite: signed in, or by a link in a mail. */
export const answers = {
  'GET /user/updateInviteStatus/{inviteFile}': {
    can: 'family',
    subject: 'path.inviteFile',
    does: 'Answers an invite for a player: Yes, No, or open again; with or without a note to the coach.',
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
    refuses: ['invite_removed', 'answered_meanwhile', 'event_over'],
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
