import * as z from 'zod/mini'
import { recipientStates } from '../../rules/mails.ts'
import { Cursor } from '../fields.ts'
import { SentFile } from '../files.ts'
import type { Area } from '../route.ts'
import { Content, EmailState, NotSentReason, Person, Tally, To } from './shapes.ts'

const page = { cursor: Cursor }

/** An email in a list. */
const Line = z.object({
  id: z.string(),
  subject: z.string(),
  /** The first words of its text. */
  beginning: z.string(),
  from: z.string(),
  /** The team or club that it is from. */
  orgUnit: z.string(),
  time: z.string(),
})

/** Emails that the caller received, and that a team sent. */
export const reading = {
  'GET /rest-api/mail/getEmails': {
    can: 'signed_in',
    does: 'Lists the emails that the caller received, newest first, with cursor pagination.',
    early: true,
    query: z.object(page),
    returns: z.object({
      emails: z.array(
        z.extend(Line, {
          read: z.boolean(),
          urgent: z.boolean(),
          /** The first names of the caller's own players that it is about. */
          players: z.array(z.string()),
        }),
      ),
      cursor: z.nullable(z.string()),
    }),
  },
  'GET /rest-api/mail/team/getEmails/{orgUnitId}': {
    can: 'canSendMessages',
    subject: 'path.orgUnitId',
    does: 'Lists the emails that a team or club has sent, those that went to nobody with the reason, and the caller’s own drafts there, newest first, with cursor pagination.',
    early: true,
    query: z.object(page),
    returns: z.object({
      emails: z.array(z.extend(Line, { state: EmailState, why: NotSentReason, tally: Tally })),
      cursor: z.nullable(z.string()),
      /** The club's time zone, for scheduling emails. */
      timezone: z.string(),
    }),
  },
  'GET /rest-api/mail/email/{emailId}': {
    can: 'signed_in',
    does: 'Returns an email. Available to recipients as long as one of the players it is about is theirs, and to users who may send messages for its team or club.',
    early: true,
    returns: z.object({
      id: z.string(),
      orgUnit: Person,
      from: z.string(),
      subject: z.string(),
      urgent: z.boolean(),
      content: Content,
      /** Its attachments, each with a URL that is valid for a few minutes. */
      files: z.array(SentFile),
      /** The pictures in its text, by file id. */
      pictures: z.array(z.object({ fileId: z.string(), url: z.string() })),
      time: z.string(),
      timezone: z.string(),
      state: EmailState,
      why: NotSentReason,
      revision: z.int(),
      /** Where replies go; null if the author has no address any more, and for readers who did not receive the email. */
      replyTo: z.nullable(z.string()),
      /** As received by the caller; null if they may only see it. */
      received: z.nullable(z.object({ read: z.boolean(), players: z.array(z.string()) })),
      /** For users who may write there; null for others. If its event is gone, `to` is empty. */
      sent: z.nullable(z.object({ to: To, tally: Tally, own: z.boolean() })),
    }),
  },
  'GET /rest-api/mail/mark-open/{emailId}': {
    can: 'signed_in',
    does: 'Marks an email that the caller received as read. Repeating the call has no effect.',
    returns: z.object({}),
  },
  'GET /rest-api/mail/team/email-recipients/{emailId}': {
    can: 'signed_in',
    does: 'Lists the recipients of an email with the delivery state of each. Users who may send messages for only some of the teams it went to get the recipients of these teams.',
    early: true,
    returns: z.object({
      recipients: z.array(
        z.extend(Person, {
          /** The players that it is about for them. */
          players: z.array(z.string()),
          state: z.enum(recipientStates),
          /** Until when a withheld mail waits; otherwise null. */
          until: z.nullable(z.string()),
          /** When it got that state. */
          since: z.string(),
        }),
      ),
    }),
  },
} as const satisfies Area
