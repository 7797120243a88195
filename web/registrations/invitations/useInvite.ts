import type { ApiProblem } from '../../api.ts'
import { useTexts } from '../../i18n.ts'
import { useSave } from '../../shell/useSave.ts'
import english from '../texts.en.json'

export const SUMMARY = 'GET /rest-api/registration/invitations/{registrationId}/summary'
export const EMAILS = 'GET /rest-api/registration/invitations/{registrationId}/emails'
export const INVITE = 'POST /rest-api/registration/invitations/{registrationId}'

/** Invites several people at once; `failureText` is the error message. */
export function useInvite(failureText: (problem: ApiProblem) => string) {
  const t = useTexts('registrations', english)
  return useSave(INVITE, {
    refreshes: [SUMMARY, EMAILS],
    saved: ({ invited, already }) =>
      already.length > 0
        ? t('invitedAlready', { count: invited, already: already.length })
        : t('invited', { count: invited }),
    failed: failureText,
  })
}
