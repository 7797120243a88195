import * as z from 'zod/mini'
import { AnswerId, AnswerName, InviteStatus, Note, OwnInvite } from '../fields.ts'
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
const Token = z.object({ token: z.string().check(z.maxLength(512)) })
/** In the name of the parent who was mailed it. */
const byLink = { link: 'answer', at: 'body.token' } as const
const oneTapRefusals = [
  'link_altered',
  'link_expired',
  'invite_removed',
  'event_archived',
  'event_cancelled',
  'not_allowed',
] as const

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
      /** What the device calls this answer: the same one sent again changes nothing. */
      answerId: z.optional(AnswerName),
      /**
       * The answer that this one is given upon, by its `answerId` or as the same person's device called it: refused when
       * another stands. Left out, it replaces whatever stands.
       */
      upon: z.optional(AnswerId),
    }),
    /** `droppedNote` belonged to the answer before and went with it: it can be offered back. */
    returns: z.extend(OwnInvite, { droppedNote: z.optional(z.string()) }),
    refuses: [
      'note_too_long',
      'invite_removed',
      'event_archived',
      'answered_meanwhile',
      'event_over',
      'event_cancelled',
      'answer_late',
    ],
  },
  'POST /rest-api/today/one-tap/read': {
    can: byLink,
    does: 'Shows what a link in an availability mail would answer. Changes nothing.',
    body: Token,
    returns: OneTap,
    refuses: oneTapRefusals,
  },
  'POST /rest-api/today/one-tap/answer': {
    can: byLink,
    does: 'Answers by a link in an availability mail, once.',
    body: Token,
    returns: OneTap,
    refuses: [...oneTapRefusals, 'link_used', 'answered_meanwhile', 'answer_late'],
  },
} as const satisfies Area
