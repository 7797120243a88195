import * as z from 'zod/mini'
import { AnswerId, AnswerName, InviteStatus, Note, OwnInvite } from '../fields.ts'
import type { Area } from '../route.ts'

/** The person who opens a link is not signed in: the page shows no more than the mail itself did, and never a last name. */
const OneTapView = z.object({
  event: z.object({ name: z.string(), start: z.string(), end: z.string(), timezone: z.string(), team: z.string() }),
  player: z.object({ firstName: z.string() }),
  /** What the link answers. */
  wanted: z.enum(['Accepted', 'Declined']),
  /** The current answer. */
  status: InviteStatus,
  /**
   * `open`: it can still answer. `used`: it has answered, whatever the current answer is. `answered`: another answer came first.
   */
  state: z.enum(['open', 'used', 'answered']),
})
const Token = z.object({ token: z.string().check(z.maxLength(512)) })
/** On behalf of the parent who got the mail. */
const byLink = { link: 'answer', at: 'body.token' } as const
const oneTapRefusals = [
  'link_altered',
  'link_expired',
  'invite_removed',
  'event_archived',
  'event_cancelled',
  'not_allowed',
] as const

/** Answering an invite: signed in, or through a link in a mail. */
export const answers = {
  'GET /user/updateInviteStatus/{inviteFile}': {
    can: 'family',
    subject: 'path.inviteFile',
    does: 'Sets the answer of a player’s invite to Yes, No or open again, with an optional note to the coach.',
    query: z.object({
      format: z.optional(z.literal('json')),
      status: InviteStatus,
      note: z.optional(Note),
      /** Chosen by the device for this answer: a retry changes nothing. */
      answerId: z.optional(AnswerName),
      /**
       * The answer that this one replaces, by its `answerId` or by the id that the same person's device gave it: refused if
       * another one is current. If omitted, it replaces any answer.
       */
      upon: z.optional(AnswerId),
    }),
    /** `droppedNote` belonged to the previous answer and was removed with it: it can be offered again. */
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
    does: 'Returns what the link of an availability email would answer. Changes nothing.',
    body: Token,
    returns: OneTapView,
    refuses: oneTapRefusals,
  },
  'POST /rest-api/today/one-tap/answer': {
    can: byLink,
    does: 'Answers an invite by the link of an availability email. Each link can be used once.',
    body: Token,
    returns: OneTapView,
    refuses: [...oneTapRefusals, 'link_used', 'answered_meanwhile', 'answer_late'],
  },
} as const satisfies Area
