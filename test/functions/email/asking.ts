import type { Club } from '../club.ts'
import { aText, prepareEmail } from './writing.ts'

const written = { subject: 'Saturday', content: aText('Be there at nine.') }
async function toFalcons({ falcons }: Club) {
  return { to: { teamIds: [falcons.teamId] } }
}

/** A right body for each route of emails. */
export const emailBodies = {
  'POST /rest-api/mail/team/recipients/{orgUnitId}': toFalcons,
  'PUT /rest-api/mail/email/{emailId}': async (club: Club) => ({ ...written, ...(await toFalcons(club)) }),
  'POST /rest-api/mail/email/{emailId}/send': async (club: Club) => ({ ...written, ...(await toFalcons(club)) }),
  'POST /rest-api/mail/email/{emailId}/test': written,
}

/** What has to be there for a right request to find. */
export const emailPrepared = {
  'GET /rest-api/mail/email/{emailId}': prepareEmail,
  'GET /rest-api/mail/mark-open/{emailId}': prepareEmail,
  'GET /rest-api/mail/team/email-recipients/{emailId}': prepareEmail,
  'PUT /rest-api/mail/email/{emailId}': prepareEmail,
  'DELETE /rest-api/mail/email/{emailId}': prepareEmail,
  'POST /rest-api/mail/email/{emailId}/send': prepareEmail,
  'POST /rest-api/mail/email/{emailId}/take-back': prepareEmail,
  'POST /rest-api/mail/email/{emailId}/test': prepareEmail,
}
