import * as z from 'zod/mini'
import { longest } from '../../rules/faults.ts'
import { maxTemplates, templateNameLimit } from '../../rules/mails.ts'
import { rule } from '../fields.ts'
import type { Area } from '../route.ts'
import { Content, DraftSubject, WrittenContent } from './shapes.ts'

const TemplateName = z.string().check(
  z.trim(),
  z.minLength(1),
  z.regex(/^[^\p{Cc}]*$/u),
  rule((name: string) => longest(templateNameLimit)(name)?.code, templateNameLimit),
)

/** Templates that an email can start from. */
export const templates = {
  'GET /rest-api/mail/templates/{orgUnitId}': {
    can: 'canSendMessages',
    subject: 'path.orgUnitId',
    does: 'Lists the email templates of a team and its club, or of a club, by name.',
    early: true,
    returns: z.object({
      templates: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          subject: z.string(),
          revision: z.int(),
          /** It belongs to the club, for all its teams. */
          ofClub: z.boolean(),
        }),
      ),
    }),
  },
  'GET /rest-api/mail/templates/{orgUnitId}/{templateId}': {
    can: 'canSendMessages',
    subject: 'path.orgUnitId',
    does: 'Returns an email template of a team or its club.',
    early: true,
    returns: z.object({ name: z.string(), subject: z.string(), content: Content }),
  },
  'PUT /rest-api/mail/template/{templateId}': {
    can: 'canSendMessages',
    subject: 'path.templateId',
    does: `Creates an email template of a team or club, up to ${maxTemplates} each, or updates the template that has the given revision. Pictures are removed from its content.`,
    body: z.object({
      name: TemplateName,
      subject: DraftSubject,
      content: WrittenContent,
      /** The revision of the template being changed, as listed. */
      revision: z.optional(z.int().check(z.minimum(1))),
    }),
    returns: z.object({}),
    refuses: ['too_many_templates'],
  },
  'DELETE /rest-api/mail/template/{templateId}': {
    can: 'canSendMessages',
    subject: 'path.templateId',
    does: 'Deletes an email template. Emails that were started from it are kept.',
    returns: z.object({}),
  },
} as const satisfies Area
