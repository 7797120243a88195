import type { email } from '#shared/api/email.ts'
import { organizationOf, orgUnitOf } from '#shared/ids.ts'
import { Problem } from '#shared/problems.ts'
import { maxTemplates } from '#shared/rules/mails.ts'
import { byTitle } from '#shared/rules/names.ts'
import { noText, withoutPictures } from '#shared/rules/richText.ts'
import type { CallOf } from '../serve.ts'
import { emailContents, emails, emailTemplates, type EmailTemplate, templateCounts } from '../table/emails.ts'
import { all, write } from '../table/table.ts'
import type { Stored, Write } from '../table/writes.ts'
import { unitOf } from './unit.ts'

/** The templates of a team and of its club. */
export async function listTemplates({
  params: { orgUnitId },
}: CallOf<typeof email, 'GET /rest-api/mail/templates/{orgUnitId}'>) {
  const units = [...new Set([orgUnitId, organizationOf(orgUnitId)])]
  const [found] = await Promise.all([
    Promise.all(units.map((unit) => all<Stored<EmailTemplate>>(emailTemplates.of(unit)))),
    unitOf(orgUnitId),
  ])
  const templates = found.flat().map(({ templateId: id, name, subject, version: revision }) => ({
    id,
    name,
    subject,
    revision,
    ofClub: orgUnitOf(id) === organizationOf(id),
  }))
  return { templates: templates.toSorted(byTitle) }
}

/** Template ids look like email ids, and their content has the same key: no template may have the id of an email. */
const noEmailCheck = (templateId: string) => emails.checkAbsent({ emailId: templateId })

/** A template of the team or of its club. Throws `not_found` for one of another team. */
export async function readTemplate({
  params: { orgUnitId, templateId },
}: CallOf<typeof email, 'GET /rest-api/mail/templates/{orgUnitId}/{templateId}'>) {
  if (![orgUnitId, organizationOf(orgUnitId)].includes(orgUnitOf(templateId))) throw new Problem('not_found')
  const [template, text] = await Promise.all([
    emailTemplates.get({ templateId }, { consistent: true }),
    emailContents.get({ emailId: templateId }, { consistent: true }),
  ])
  if (!template) throw new Problem('not_found')
  const { name, subject } = template
  return { name, subject, content: text?.content ?? noText }
}

/** Creates a template (without `revision`), or changes it. Throws `conflict` if it has changed since that `revision`. */
export async function saveTemplate({
  params: { templateId },
  body: { name, subject, content, revision },
  stamp,
}: CallOf<typeof email, 'PUT /rest-api/mail/template/{templateId}'>) {
  await unitOf(orgUnitOf(templateId))
  const template =
    revision === undefined
      ? [emailTemplates.createOnce({ templateId, name, subject }), countTemplate(templateId, 1)]
      : [emailTemplates.change({ templateId }, { set: { name, subject }, when: [['version', '=', revision]] })]
  await write(
    stamp,
    noEmailCheck(templateId),
    ...template,
    emailContents.upsert({ emailId: templateId }, { set: { content: withoutPictures(content) } }),
  )
  return {}
}

/** Counts a template up or down, in the transaction that creates or deletes it. */
function countTemplate(templateId: string, add: 1 | -1): Write {
  const when = add === 1 ? ([['templates', '<', maxTemplates]] as const) : []
  return templateCounts.upsert(
    { orgUnitId: orgUnitOf(templateId) },
    { add: { templates: add }, when },
    'too_many_templates',
  )
}

export async function removeTemplate({
  params: { templateId },
  stamp,
}: CallOf<typeof email, 'DELETE /rest-api/mail/template/{templateId}'>) {
  await write(
    stamp,
    emailTemplates.remove({ templateId }),
    emailContents.remove({ emailId: templateId }, 'not_found'),
    noEmailCheck(templateId),
    countTemplate(templateId, -1),
  )
  return {}
}
