import * as z from 'zod/mini'
import { mostFiles } from '../../rules/mails.ts'
import { id } from '../fields.ts'
import type { Area } from '../route.ts'
import { DraftSubject, EmailState, Later, Person, SentContent, Subject, To, WrittenContent } from './shapes.ts'

/** Of the draft as it was read, or kept last: one that was changed elsewhere since is not written over. */
const Revision = z.optional(z.int().check(z.minimum(1)))
/** Files of one's own that go with it; those that it had before may stay. */
const FileIds = z.optional(z.array(id('file')).check(z.maxLength(mostFiles)))
const Standing = z.object({ state: EmailState, time: z.string() })
const isOfEmail = { can: 'canSendMessages', subject: 'path.emailId' } as const

/** Writing an email. Who writes it chooses its id, so that the same sent twice is one. */
export const writing = {
  'POST /rest-api/mail/team/recipients/{orgUnitId}': {
    can: 'canSendMessages',
    subject: 'path.orgUnitId',
    does: 'Tells who would get an email, each of them once, and whose family nobody can be written to.',
    body: z.object({ to: To }),
    returns: z.object({
      recipients: z.array(
        z.extend(Person, {
          players: z.array(z.string()),
          hasAddress: z.boolean(),
          /** Mail came back from their address, or was called spam there: they find it in Touchline only. */
          comesBack: z.boolean(),
        }),
      ),
      /** Players of whose family nobody is in Touchline. */
      without: z.array(z.string()),
      /** The zone of the club, by whose clock emails are sent later. */
      timezone: z.string(),
    }),
  },
  'PUT /rest-api/mail/email/{emailId}': {
    ...isOfEmail,
    does: 'Keeps an email that one is writing: as the draft of that revision was read, or over whatever stands where none is said.',
    body: z.object({
      subject: DraftSubject,
      content: WrittenContent,
      to: To,
      fileIds: FileIds,
      revision: Revision,
    }),
    returns: z.extend(Standing, { revision: z.int() }),
    refuses: ['email_sent', 'file_missing', 'file_harmful', 'not_a_picture', 'too_large'],
  },
  'DELETE /rest-api/mail/email/{emailId}': {
    ...isOfEmail,
    does: 'Throws away an email that one was writing.',
    returns: z.object({}),
    refuses: ['email_sent'],
  },
  'POST /rest-api/mail/email/{emailId}/send': {
    ...isOfEmail,
    spends: 'mail',
    does: 'Sends an email: in ten seconds, until which it can be taken back, or at a day and time of the club’s clock.',
    body: z.object({
      subject: Subject,
      content: SentContent,
      to: To,
      later: z.optional(Later),
      fileIds: FileIds,
      revision: Revision,
      /** Mailed at any hour, however many mails came before it. For who may edit events there, a few times a day, and at once. */
      urgent: z.optional(z.boolean()),
    }),
    returns: Standing,
    refuses: [
      'email_sent',
      'email_to_nobody',
      'file_missing',
      'file_harmful',
      'not_a_picture',
      'too_large',
      'too_many_urgent',
    ],
  },
  'POST /rest-api/mail/email/{emailId}/take-back': {
    ...isOfEmail,
    does: 'Takes back an email that is not sent yet, whoever wrote it; it is its author’s draft again.',
    returns: Standing,
    refuses: ['email_sent'],
  },
  'POST /rest-api/mail/email/{emailId}/test': {
    ...isOfEmail,
    spends: 'mail',
    does: 'Mails what one is writing to oneself alone.',
    body: z.object({ subject: Subject, content: SentContent }),
    returns: z.object({ address: z.string() }),
    refuses: ['no_address', 'too_many_tests', 'file_missing', 'file_harmful', 'not_a_picture', 'too_large'],
  },
} as const satisfies Area
