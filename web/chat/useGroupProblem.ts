import { groupLimit } from '#shared/rules/chat.ts'
import type { ApiProblem } from '../api.ts'
import { problemText, useTexts } from '../i18n.ts'
import texts from './texts.en.json'

/** The message when people could not be added: guardians who come along with a child count towards a group's limit, too. */
export function useGroupProblem(): (problem: ApiProblem) => string {
  const t = useTexts('chat', texts)
  return (problem) =>
    problem.faults.some(({ code }) => code === 'too_many')
      ? t('tooManyPeople', { limit: groupLimit })
      : problemText(problem)
}
