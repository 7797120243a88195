import { today } from '#shared/api/today.ts'
import { serve } from '../serve.ts'
import { answerInvite } from './answerInvite.ts'
import { readToday } from './readToday.ts'

export const handler = serve(today, {
  'GET /api/v1/today': readToday,
  'GET /user/updateInviteStatus/{inviteFile}': answerInvite,
})
