import * as z from 'zod/mini'
import { mailStates } from '../../rules/mails.ts'
import { noticeNames } from '../../rules/notices.ts'
import { Cursor, DaysBack } from '../fields.ts'
import type { Area } from '../route.ts'

/** Lets a club check when a family says that no mail arrived. */
export const delivery = {
  'POST /rest-api/mail/delivery/{orgId}/search': {
    can: 'canSendMessages',
    subject: 'path.orgId',
    does: 'Finds the emails sent to an address on behalf of a club in the last days, newest first, with the delivery state of each. The address is sent in the body so that it does not appear in URLs.',
    early: true,
    body: z.object({
      to: z.string().check(z.trim(), z.minLength(3), z.maxLength(254), z.regex(/^[^\s@#]+@[^\s@#]+$/)),
      daysBack: z.optional(DaysBack),
      cursor: Cursor,
    }),
    returns: z.object({
      mails: z.array(
        z.object({
          id: z.string(),
          kind: z.enum(noticeNames),
          /** Only for mails by coaches and about events; those about money or rights are only listed by kind. */
          subject: z.nullable(z.string()),
          time: z.string(),
          state: z.enum(mailStates),
        }),
      ),
      /** Why the address no longer gets mail, if the club has mailed to it. */
      stopped: z.nullable(z.object({ because: z.enum(['bounced', 'complained']), since: z.string() })),
      cursor: z.nullable(z.string()),
    }),
  },
} as const satisfies Area
