import { type PlayerColumn, type PlayerField, questionOf } from '#shared/rules/playerColumns.ts'
import { useTexts } from '../../i18n.ts'
import texts from '../texts.en.json'
import type { Reading } from './lines.ts'

export type Question = NonNullable<Reading['questions']>[number]

/** Labels of columns: standard fields in the reader's language, the club's own questions by their name. */
export function useColumnLabel(questions: readonly Question[] = []) {
  const t = useTexts('families', texts)
  return (column: PlayerColumn): string => {
    const questionId = questionOf(column)
    return questionId === undefined
      ? t(`field_${column as PlayerField}`)
      : (questions.find(({ id }) => id === questionId)?.name ?? '')
  }
}
