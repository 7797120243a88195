import * as z from 'zod/mini'
import { recipientStates } from '../../rules/mails.ts'
import { Cursor } from '../fields.ts'
import { SentFile } from '../files.ts'
import type { Area } from '../route.ts'
import { Content, EmailState, NotSent, Person, Tally, To } from './shapes.ts'

const page = { cursor: Cursor }

/** An email as it stands in a list. */
const Line = z.object({
  id: z.string(),
  subject: z.string(),
  /** Its first words. */
  beginning: z.string(),
  from: z.string(),
  /** The team or club that it is from. */
  orgUnit: z.string(),
  time: z.string(),
})

/** What was sent to one, and what a team has sent. */
export const reading = {
  'GET /rest-api/mail/getEmails': {
    can: 'signed_in',
    does: 'Lists the emails that were sent to one, the newest first; more by cursor.',
    early: true,
    query: z.object(page),
    returns: z.object({
      emails: z.array(
        z.extend(Line, {
          read: z.boolean(),
          urgent: z.boolean(),
          /** The first names of one’s own players whom it is about. */
          players: z.array(z.string()),
        }),
      ),
      cursor: z.nullable(z.string()),
    }),
  },
  'GET /rest-api/mail/team/getEmails/{orgUnitId}': {
    can: 'canSendMessages',
    subject: 'path.orgUnitId',
    does: 'Lists what a team or a club has sent, what of it went to nobody and why, and one’s own drafts there, the newest first; more by cursor.',
    early: true,
    query: z.object(page),
    returns: z.object({
      emails: z.array(z.extend(Line, { state: EmailState, why: NotSent, tally: Tally })),
      cursor: z.nullable(z.string()),
      /** The zone of the club, in which emails are sent later. */
      timezone: z.string(),
    }),
  },
  'GET /rest-api/mail/email/{emailId}': {
    can: 'signed_in',
    does: 'Shows an email to whom it was sent, as long as one of the players whom it is about is theirs, and to who may write for its team or its club.',
    early: true,
    returns: z.object({
      id: z.string(),
      orgUnit: Person,
      from: z.string(),
      subject: z.string(),
      urgent: z.boolean(),
      content: Content,
      /** What goes with it, each with an address at which it can be opened for some minutes. */
      files: z.array(SentFile),
      /** Those that stand in its text, by the file that the text names. */
      pictures: z.array(z.object({ fileId: z.string(), url: z.string() })),
      time: z.string(),
      timezone: z.string(),
      state: EmailState,
      why: NotSent,
      revision: z.int(),
      /** Whom one writes to who answers; null once they have no address, and for who does not get the email. */
      replyTo: z.nullable(z.string()),
      /** As it came to the caller; null for who only may see it. */
      received: z.nullable(z.object({ read: z.boolean(), players: z.array(z.string()) })),
      /** What there is to know for who writes; null for others. Of one whose event is gone, it is to nobody. */
      sent: z.nullable(z.object({ to: To, tally: Tally, own: z.boolean() })),
    }),
  },
  'GET /rest-api/mail/mark-open/{emailId}': {
    can: 'signed_in',
    does: 'Notes that one has read an email that was sent to one. The first time counts.',
    returns: z.object({}),
  },
  'GET /rest-api/mail/team/email-recipients/{emailId}': {
    can: 'signed_in',
    does: 'Lists to whom an email went and what became of it with each, for who may write to one of the teams it went to: of their own teams.',
    early: true,
    returns: z.object({
      recipients: z.array(
        z.extend(Person, {
          /** The players whom it is about there. */
          players: z.array(z.string()),
          state: z.enum(recipientStates),
          /** Until when the mail waits, of one that is held back; null otherwise. */
          until: z.nullable(z.string()),
          /** When it came to that. */
          since: z.string(),
        }),
      ),
    }),
  },
} as const satisfies Area
