import { isName, isReworded, isSigned, isInformational, type Question } from '#shared/rules/registrations/questions.ts'
import { callApi } from '../../api.ts'
import { useTexts } from '../../i18n.ts'
import { choose } from '../../kit/confirm.ts'
import type { Details } from '../answers.ts'
import english from '../texts.en.json'

const TOTALS = 'GET /rest-api/registration/track/{registrationId}/totals'

/**
 * Whether a reworded question counts as a new one; asks the user if families have answered it, and resolves to undefined if
 * they cancel. Without answers it stays the same question.
 */
export function useAskIsNewQuestion({ registrationId, registrationStatus }: Details) {
  const t = useTexts('registrations', english)
  return async (saved: Question, next: Question): Promise<boolean | undefined> => {
    const isVisibleQuestion = registrationStatus !== 'DRAFT' && !isInformational(saved.answerType) && !isName(saved)
    if (!isVisibleQuestion || !isReworded(saved, next)) return false
    const { answered } = await callApi(TOTALS, { registrationId }, { handles: ['failures'] })
    const count = answered.find(({ questionId }) => questionId === saved.id)?.players ?? 0
    if (count === 0) return false
    return choose({
      title: t('isSameAsk'),
      lost: [t(isSigned(saved.answerType) ? 'signedFor' : 'answeredFor', { count }), t('ifSame'), t('ifAnother')],
      kept: t('anotherKept'),
      no: t('sameQuestion'),
      yes: t('anotherQuestion'),
    })
  }
}
