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
    does: 'Lists the templates of a team and of its club, or of a club, by name.',
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
    does: 'Shows a template of a team, or of its club.',
    early: true,
    returns: z.object({ name: z.string(), subject: z.string(), content: Content }),
  },
  'PUT /rest-api/mail/template/{templateId}': {
    can: 'canSendMessages',
    subject: 'path.templateId',
    does: `Keeps a template of a team or a club, at most ${maxTemplates} of each; or changes the one of that revision. Pictures are left out of it.`,
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
    does: 'Takes a template away. Emails that began with it stay.',
    returns: z.object({}),
  },
} as const satisfies Area
