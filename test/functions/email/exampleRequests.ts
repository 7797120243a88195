import { emailContents, emailTemplates, templateCounts } from '#functions/table/emails.ts'
import { writeLink } from '#functions/http/links.ts'
import { write } from '#functions/table/table.ts'
import { type Club, stamp } from '../club.ts'
import { aText, emailOf, prepareEmail, templateOf } from './writing.ts'
import type { Requests } from '../exampleRequests.ts'

const emailForm = { subject: 'Saturday', content: aText('Be there at nine.') }
async function toFalcons({ falcons }: Club) {
  return { to: { teamIds: [falcons.teamId] } }
}

/** A valid body for each route of emails. */
const bodies = {
  'POST /rest-api/mail/team/recipients/{orgUnitId}': toFalcons,
  'PUT /rest-api/mail/email/{emailId}': async (club: Club) => ({ ...emailForm, ...(await toFalcons(club)) }),
  'POST /rest-api/mail/email/{emailId}/send': async (club: Club) => ({ ...emailForm, ...(await toFalcons(club)) }),
  'POST /rest-api/mail/delivery/{orgId}/search': { to: 'paula@family.example' },
  'PUT /rest-api/mail/notices': {
    choices: [{ notice: 'news', channel: 'mail', on: true }],
    quiet: { from: '22:00', to: '07:00' },
    timezone: 'America/Chicago',
    language: 'en',
  },
  'PUT /rest-api/mail/notices/browser': { language: 'es' },
  'POST /rest-api/mail/unsubscribe': (club: Club) => stopToken(club),
  'POST /rest-api/mail/email/{emailId}/test': emailForm,
  'PUT /rest-api/mail/template/{templateId}': { name: 'Saturdays', ...emailForm },
}

/** The unsubscribe link below a mail to Mia’s parent. */
export const stopToken = async ({ user }: Club, about = 'news'): Promise<{ token: string }> => ({
  token: await writeLink('unsubscribe', {
    about,
    userId: user('parent'),
    made: stamp.at,
    ends: '2027-12-01T12:00:00.000Z',
    data: [],
  }),
})
const queries = {
  'GET /rest-api/mail/one-click': (club: Club) => stopToken(club),
  'POST /rest-api/mail/one-click': (club: Club) => stopToken(club),
}

/** Creates a template of the Falcons. */
async function prepareTemplate(_userId: string, { falcons }: Club) {
  const templateId = templateOf(falcons)
  await write(
    stamp,
    emailTemplates.upsert({ templateId }, { set: { templateId, name: 'Saturdays', subject: 'Saturday' } }),
    emailContents.upsert({ emailId: templateId }, { set: { content: emailForm.content } }),
  )
}

/** Makes sure that they have no template of that id. */
async function withoutTemplate(_userId: string, { falcons }: Club) {
  const templateId = templateOf(falcons)
  const storedTemplate = await emailTemplates.get({ templateId }, { consistent: true })
  if (!storedTemplate) return
  await write(
    stamp,
    emailTemplates.remove({ templateId }),
    templateCounts.upsert({ orgUnitId: falcons.teamId }, { set: { templates: 0 } }),
  )
}

/** Setup that the requests need. */
const prepared = {
  'GET /rest-api/mail/email/{emailId}': prepareEmail,
  'GET /rest-api/mail/mark-open/{emailId}': prepareEmail,
  'GET /rest-api/mail/team/email-recipients/{emailId}': prepareEmail,
  'PUT /rest-api/mail/email/{emailId}': prepareEmail,
  'DELETE /rest-api/mail/email/{emailId}': prepareEmail,
  'POST /rest-api/mail/email/{emailId}/send': prepareEmail,
  'POST /rest-api/mail/email/{emailId}/take-back': prepareEmail,
  'POST /rest-api/mail/email/{emailId}/test': prepareEmail,
  'POST /rest-api/mail/notices/mend': prepareEmail,
  'GET /rest-api/mail/templates/{orgUnitId}/{templateId}': prepareTemplate,
  'PUT /rest-api/mail/template/{templateId}': withoutTemplate,
  'DELETE /rest-api/mail/template/{templateId}': prepareTemplate,
}

export const exampleRequests: Requests = {
  params: ({ falcons }) => ({ emailId: emailOf(falcons), templateId: templateOf(falcons) }),
  queries,
  bodies,
  prepared,
}
