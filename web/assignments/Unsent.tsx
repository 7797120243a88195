import { visibleQuestions } from '#shared/rules/register/answers.ts'
import { isInformational, type Task, type TaskResponse } from '#shared/rules/tasks.ts'
import { useTexts } from '../i18n.ts'
import { Notice } from '../kit/Badge.tsx'
import { Button } from '../kit/Button.tsx'
import { CopyButton } from '../kit/CopyButton.tsx'
import { dateText } from '../kit/format.ts'
import styles from './Assignments.module.css'
import english from './texts.en.json'

type Props = { task: Task; response: TaskResponse; throwAway: () => void }

/** Answers to a closed task that only this device has: they can be copied or discarded. */
export function Unsent({ task, response, throwAway }: Props) {
  const t = useTexts('assignments', english)
  const text = textOf(task, response)
  return (
    <Notice tone="warning">
      <p>{t('unsent')}</p>
      <p className={styles.text}>{text || t('notAnswered')}</p>
      <div className={styles.actions}>
        {text && <CopyButton text={text} label={t('copyAnswers')} />}
        <Button onClick={throwAway}>{t('throwAway')}</Button>
      </div>
    </Notice>
  )
}

/** Answers to questions that the coach has removed since. */
export function NoLongerAsked({ task, response }: Omit<Props, 'throwAway'>) {
  const t = useTexts('assignments', english)
  const asked = new Set((task.updateFormList ?? []).map(({ id }) => id))
  const left = Object.entries(response.answers).filter(([id, given]) => !asked.has(id) && given.length > 0)
  if (left.length === 0) return null
  const text = left.map(([, given]) => given.join(', ')).join('\n')
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
function textOf({ updateFormList = [], todoListItem = [] }: Task, { answers, lines }: TaskResponse): string {
  const ticked = todoListItem.filter(({ id }) => lines.includes(id)).map(({ text }) => `✓ ${text}`)
  const answered = visibleQuestions(updateFormList, answers).flatMap(({ id, answerType, questionTitle }) => {
    const given = isInformational(answerType) ? [] : (answers[id] ?? [])
    const said = given.map((each) => (answerType === 'DATE' ? dateText(each) : each)).join(', ')
    return said === '' ? [] : [`${questionTitle}: ${said}`]
  })
  return [...ticked, ...answered].join('\n')
}
