import type { email } from '#shared/api/email.ts'
import { organizationOf, orgUnitOf } from '#shared/ids.ts'
import { Problem } from '#shared/problems.ts'
import { mostTemplates } from '#shared/rules/mails.ts'
import { byTitle } from '#shared/rules/names.ts'
import { noText, withoutPictures } from '#shared/rules/richText.ts'
import type { CallOf } from '../serve.ts'
import { emailContents, emails, emailTemplates, type EmailTemplate } from '../table/emails.ts'
import { all, write } from '../table/table.ts'
import { unitOf } from './unit.ts'

/** Those of a team and of its club. */
export async function listTemplates({
  params: { orgUnitId },
}: CallOf<typeof email, 'GET /rest-api/mail/templates/{orgUnitId}'>) {
  const units = [...new Set([orgUnitId, organizationOf(orgUnitId)])]
  const [found] = await Promise.all([
    Promise.all(units.map((unit) => all<EmailTemplate>(emailTemplates.of(unit)))),
    unitOf(orgUnitId),
  ])
  const templates = found.flat().map(({ templateId: id, name, subject }) => ({
    id,
    name,
    subject,
    ofClub: orgUnitOf(id) === organizationOf(id),
  }))
  return { templates: templates.toSorted(byTitle) }
}

/** Ids of templates look like those of emails, and what both say lies at the same place: no template has the id of an email. */
const isNoEmail = (templateId: string) => emails.checkAbsent({ emailId: templateId })

/** Of the next team nothing is shown: a template is its team's, or the club's. */
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

export async function keepTemplate({
  params: { templateId },
  body: { name, subject, content },
  stamp,
}: CallOf<typeof email, 'PUT /rest-api/mail/template/{templateId}'>) {
  const unit = orgUnitOf(templateId)
  const [there] = await Promise.all([
    all<EmailTemplate>({ ...emailTemplates.of(unit), consistent: true }),
    unitOf(unit),
  ])
  const isThere = there.some((template) => template.templateId === templateId)
  if (!isThere && there.length >= mostTemplates) throw new Problem('too_many_templates')
  await write(
    stamp,
    isNoEmail(templateId),
    emailTemplates.upsert({ templateId }, { set: { templateId, name, subject } }),
    emailContents.upsert({ emailId: templateId }, { set: { content: withoutPictures(content) } }),
  )
  return {}
}

export async function removeTemplate({
  params: { templateId },
  stamp,
}: CallOf<typeof email, 'DELETE /rest-api/mail/template/{templateId}'>) {
  await write(
    stamp,
    emailTemplates.remove({ templateId }),
    emailContents.remove({ emailId: templateId }, 'not_found'),
    isNoEmail(templateId),
  )
  return {}
}
