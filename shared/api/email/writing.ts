import * as z from 'zod/mini'
import { maxFiles } from '../../rules/mails.ts'
import { id } from '../fields.ts'
import type { Area } from '../route.ts'
import { DraftSubject, EmailState, SendTime, Person, SentContent, Subject, To, WrittenContent } from './shapes.ts'

/** The revision of the draft as last read or saved: a draft that was changed elsewhere since is not overwritten. */
const Revision = z.optional(z.int().check(z.minimum(1)))
/** The author's own files to attach; those attached before may stay. */
const FileIds = z.optional(z.array(id('file')).check(z.maxLength(maxFiles)))
const EmailStatus = z.object({ state: EmailState, time: z.string() })
const isOfEmail = { can: 'canSendMessages', subject: 'path.emailId' } as const

/** Writing an email. The client chooses its id, so that a retry does not create a second one. */
export const writingRoutes = {
  'POST /rest-api/mail/team/recipients/{orgUnitId}': {
    can: 'canSendMessages',
    subject: 'path.orgUnitId',
    does: 'Returns who would receive an email, each recipient once, and the players whose families have nobody to write to.',
    body: z.object({ to: To }),
    returns: z.object({
      recipients: z.array(
        z.extend(Person, {
          players: z.array(z.string()),
          hasAddress: z.boolean(),
          /** Their address is blocked after a bounce or complaint: they only find it in Touchline. */
          comesBack: z.boolean(),
        }),
      ),
      /** Players whose families have nobody in Touchline. */
      without: z.array(z.string()),
      /** The club's time zone, for scheduling emails. */
      timezone: z.string(),
    }),
  },
  'PUT /rest-api/mail/email/{emailId}': {
    ...isOfEmail,
    does: 'Creates or updates a draft email. With `revision`, the draft is saved only if it still has that revision; without it, the stored draft is overwritten.',
    body: z.object({
      subject: DraftSubject,
      content: WrittenContent,
      to: To,
      fileIds: FileIds,
      revision: Revision,
    }),
    returns: z.extend(EmailStatus, { revision: z.int() }),
    refuses: ['email_sent', 'file_missing', 'file_harmful', 'not_a_picture', 'too_large'],
  },
  'DELETE /rest-api/mail/email/{emailId}': {
    ...isOfEmail,
    does: 'Deletes a draft email of the caller.',
    returns: z.object({}),
    refuses: ['email_sent'],
  },
  'POST /rest-api/mail/email/{emailId}/send': {
    ...isOfEmail,
    spends: 'mail',
    does: 'Sends an email after ten seconds, during which it can be taken back, or schedules it for a day and time in the club’s time zone.',
    body: z.object({
      subject: Subject,
      content: SentContent,
      to: To,
      later: z.optional(SendTime),
      fileIds: FileIds,
      revision: Revision,
      /**
       * Mailed at any hour, regardless of limits. Only for users who may edit events there, a few times a day, and not scheduled.
       */
      urgent: z.optional(z.boolean()),
    }),
    returns: EmailStatus,
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
    does: 'Takes back an email that has not been sent yet, whoever wrote it, and makes it a draft of its author again.',
    returns: EmailStatus,
    refuses: ['email_sent'],
  },
  'POST /rest-api/mail/email/{emailId}/test': {
    ...isOfEmail,
    spends: 'mail',
    does: 'Sends an email that is being written to the caller only, as a test.',
    body: z.object({ subject: Subject, content: SentContent }),
    returns: z.object({ address: z.string() }),
    refuses: ['no_address', 'too_many_tests', 'file_missing', 'file_harmful', 'not_a_picture', 'too_large'],
  },
} as const satisfies Area
