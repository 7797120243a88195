import * as z from 'zod/mini'
import { channels, noticeNames, whyCannotBeQuiet } from '../../rules/notices.ts'
import { isTimezone } from '../../rules/organizations.ts'
import { raw, redirect } from '../media.ts'
import type { Area } from '../route.ts'

const Notice = z.enum(noticeNames)
const Channel = z.enum(channels)
const Clock = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/))
const QuietHours = z
  .object({ from: Clock, to: Clock })
  .check(z.refine((hours) => whyCannotBeQuiet(hours) === undefined))

const Token = z.string().check(z.maxLength(512))
const NoticeSettings = z.object({
  choices: z.array(z.object({ notice: Notice, channel: Channel, state: z.enum(['on', 'off', 'always']) })),
  quiet: z.nullable(QuietHours),
  /** The time zone of quiet hours; null if it was never set. */
  timezone: z.nullable(z.string()),
  /** The language of mails to the user. */
  language: z.enum(['en', 'es']),
  /** The user's confirmed address, and since when and why it gets no mail; null if there is none. */
  address: z.nullable(
    z.object({
      email: z.string(),
      stopped: z.nullable(z.object({ because: z.enum(['bounced', 'complained']), since: z.string() })),
    }),
  ),
})

/** What a user is notified of, and how. */
export const notices = {
  'GET /rest-api/mail/notices': {
    can: 'signed_in',
    does: 'Returns the caller’s notification settings: the kinds of notifications and their channels, quiet hours, and whether mail reaches their address.',
    early: true,
    returns: NoticeSettings,
  },
  'PUT /rest-api/mail/notices': {
    can: 'signed_in',
    does: 'Updates the caller’s notification settings: kinds, channels and quiet hours. Kinds that cannot be switched off stay on.',
    body: z.object({
      choices: z.array(z.object({ notice: Notice, channel: Channel, on: z.boolean() })).check(z.maxLength(50)),
      /** Omitted fields stay as they are; null means no quiet hours. */
      quiet: z.optional(z.nullable(QuietHours)),
      timezone: z.optional(z.string().check(z.maxLength(64), z.refine(isTimezone))),
      language: z.optional(z.enum(['en', 'es'])),
    }),
    returns: NoticeSettings,
  },
  'PUT /rest-api/mail/notices/browser': {
    can: 'signed_in',
    does: 'Sets the language of the caller’s browser, which is used for emails until the caller chooses a language.',
    body: z.object({ language: z.enum(['en', 'es']) }),
    returns: z.object({}),
  },
  'POST /rest-api/mail/notices/mend': {
    can: 'signed_in',
    does: 'Resumes sending emails to the caller’s address after they were stopped.',
    returns: NoticeSettings,
  },
  'POST /rest-api/mail/unsubscribe': {
    can: 'anyone',
    does: 'Returns whether the recipient of an email gets emails of its kind, by a link in the email; with `on`, unsubscribes or resubscribes them.',
    body: z.object({ token: Token, on: z.optional(z.boolean()) }),
    returns: z.object({ notice: Notice, on: z.boolean() }),
    refuses: ['link_altered', 'link_expired'],
  },
  'GET /rest-api/mail/one-click': {
    can: 'anyone',
    does: 'Redirects to the page that confirms unsubscribing from a kind of email, for mail clients that open the link in a browser. Changes nothing.',
    query: z.object({ token: Token }),
    returns: redirect,
  },
  'POST /rest-api/mail/one-click': {
    can: 'anyone',
    does: 'Unsubscribes the recipient of an email from emails of its kind. Called by mail clients for one-click unsubscribe.',
    query: z.object({ token: Token }),
    body: raw(10_000),
    returns: z.object({}),
    refuses: ['link_altered', 'link_expired'],
  },
} as const satisfies Area
