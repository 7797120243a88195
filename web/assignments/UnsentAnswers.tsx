import { visibleQuestions } from '#shared/rules/register/answers.ts'
import { isInformational, type Task, type TaskResponse } from '#shared/rules/tasks.ts'
import { useTexts } from '../i18n.ts'
import { Notice } from '../kit/Badge.tsx'
import { Button } from '../kit/Button.tsx'
import { CopyButton } from '../kit/CopyButton.tsx'
import { dateText } from '../kit/format.ts'
import styles from './Assignments.module.css'
import english from './texts.en.json'

type Props = { task: Task; response: TaskResponse; discard: () => void }

/** Answers to a closed task that only this device has: they can be copied or discarded. */
export function UnsentAnswers({ task, response, discard }: Props) {
  const t = useTexts('assignments', english)
  const text = answersText(task, response)
  return (
    <Notice tone="warning">
      <p>{t('unsent')}</p>
      <p className={styles.text}>{text || t('notAnswered')}</p>
      <div className={styles.actions}>
        {text && <CopyButton text={text} label={t('copyAnswers')} />}
        <Button onClick={discard}>{t('throwAway')}</Button>
      </div>
    </Notice>
  )
}

/** Answers to questions that the coach has removed since. */
export function RemovedAnswers({ task, response }: Omit<Props, 'discard'>) {
  const t = useTexts('assignments', english)
  const questionIds = new Set((task.updateFormList ?? []).map(({ id }) => id))
  const removedAnswers = Object.entries(response.answers).filter(
    ([id, answer]) => !questionIds.has(id) && answer.length > 0,
  )
  if (removedAnswers.length === 0) return null
  const text = removedAnswers.map(([, answer]) => answer.join(', ')).join('\n')
  return (
    <Notice tone="warning">
      <p>{t('noLongerAsked')}</p>
      <p className={styles.text}>{text}</p>
      <div className={styles.actions}>
        <CopyButton text={text} label={t('copyAnswers')} />
      </div>
    </Notice>
  )
}

/** The answers as text, one line each. */
function answersText({ updateFormList = [], todoListItem = [] }: Task, { answers, lines }: TaskResponse): string {
  const doneLines = todoListItem.filter(({ id }) => lines.includes(id)).map(({ text }) => `✓ ${text}`)
  const answerLines = visibleQuestions(updateFormList, answers).flatMap(({ id, answerType, questionTitle }) => {
    const answer = isInformational(answerType) ? [] : (answers[id] ?? [])
    const answerText = answer.map((each) => (answerType === 'DATE' ? dateText(each) : each)).join(', ')
    return answerText === '' ? [] : [`${questionTitle}: ${answerText}`]
  })
  return [...doneLines, ...answerLines].join('\n')
}
