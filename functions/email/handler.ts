import { email } from '#shared/api/email.ts'
import { serve } from '../serve.ts'
import { findDelivery } from './findDelivery.ts'
import {
  chooseNotices,
  unsuppressAddress,
  oneClick,
  openOneClick,
  readNotices,
  saveBrowserLanguage,
  unsubscribe,
} from './notices.ts'
import { listOfTeam, listReceived, listRecipients } from './readEmails.ts'
import { markOpen, readEmail } from './readEmail.ts'
import { saveTemplate, listTemplates, readTemplate, removeTemplate } from './templates.ts'
import { testEmail } from './testEmail.ts'
import { saveDraft, previewRecipients, sendEmail, takeBack, deleteDraft } from './writeEmail.ts'

export const handler = serve(email, {
  'GET /rest-api/mail/getEmails': listReceived,
  'GET /rest-api/mail/team/getEmails/{orgUnitId}': listOfTeam,
  'GET /rest-api/mail/email/{emailId}': readEmail,
  'GET /rest-api/mail/mark-open/{emailId}': markOpen,
  'GET /rest-api/mail/team/email-recipients/{emailId}': listRecipients,
  'POST /rest-api/mail/team/recipients/{orgUnitId}': previewRecipients,
  'PUT /rest-api/mail/email/{emailId}': saveDraft,
  'DELETE /rest-api/mail/email/{emailId}': deleteDraft,
  'POST /rest-api/mail/email/{emailId}/send': sendEmail,
  'POST /rest-api/mail/email/{emailId}/take-back': takeBack,
  'POST /rest-api/mail/email/{emailId}/test': testEmail,
  'POST /rest-api/mail/delivery/{orgId}/search': findDelivery,
  'GET /rest-api/mail/templates/{orgUnitId}': listTemplates,
  'GET /rest-api/mail/templates/{orgUnitId}/{templateId}': readTemplate,
  'PUT /rest-api/mail/template/{templateId}': saveTemplate,
  'DELETE /rest-api/mail/template/{templateId}': removeTemplate,
  'GET /rest-api/mail/notices': readNotices,
  'PUT /rest-api/mail/notices': chooseNotices,
  'PUT /rest-api/mail/notices/browser': saveBrowserLanguage,
  'POST /rest-api/mail/notices/mend': unsuppressAddress,
  'POST /rest-api/mail/unsubscribe': unsubscribe,
  'GET /rest-api/mail/one-click': openOneClick,
  'POST /rest-api/mail/one-click': oneClick,
})
