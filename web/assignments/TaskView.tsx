import { visibleQuestions } from '#shared/rules/register/answers.ts'
import { isSigned } from '#shared/rules/registrations/questions.ts'
import { isInformational, type Task, type TaskQuestion, type TaskResponse, type TodoLine } from '#shared/rules/tasks.ts'
import { nameText, useTexts } from '../i18n.ts'
import { dateText } from '../kit/format.ts'
import { CheckIcon } from '../kit/icons.tsx'
import styles from './Assignments.module.css'
import english from './texts.en.json'

type Props = { task: Task; response?: TaskResponse }

/** A read-only task, optionally with its answers. */
export function TaskView({ task, response }: Props) {
  const t = useTexts('assignments', english)
  return (
    <section aria-label={t('task')}>
      <h3 className={styles.section}>{t('task')}</h3>
      {task.todoListItem && <Lines lines={task.todoListItem} {...(response && { response })} />}
      {task.updateFormList && <Questions questions={task.updateFormList} {...(response && { response })} />}
    </section>
  )
}

function Lines({ lines, response }: { lines: readonly TodoLine[]; response?: TaskResponse }) {
  const t = useTexts('assignments', english)
  return (
    <ul className={styles.plain}>
      {lines.map(({ id, text, link }) => {
        const isDone = response?.lines.includes(id) ?? false
        return (
          <li key={id} className={styles.named}>
            {response && <span aria-hidden="true">{isDone ? <CheckIcon size={20} /> : '–'}</span>}
            <span>
              {text}
              {link && (
                <>
                  {' '}
                  <a href={link} target="_blank" rel="noreferrer">
                    {t('openLink')}
                  </a>
                </>
              )}
              {response && <span className="visually-hidden"> {isDone ? t('lineDone') : t('lineOpen')}</span>}
            </span>
          </li>
        )
      })}
    </ul>
  )
}

function Questions({ questions, response }: { questions: readonly TaskQuestion[]; response?: TaskResponse }) {
  const t = useTexts('assignments', english)
  const shownQuestions = response ? visibleQuestions(questions, response.answers) : questions
  return (
    <dl>
      {shownQuestions.map((question) => {
        const { id, answerType, questionTitle, description, answers } = question
        const answer = response?.answers[id] ?? []
        const answerTexts = answer.map((each) =>
          answerType === 'DATE' ? dateText(each) : isSigned(answerType) ? nameText(each) : each,
        )
        return (
          <div key={id}>
            <dt className={styles.name}>{questionTitle}</dt>
            {description && <dd className={styles.answer}>{description}</dd>}
            {!isInformational(answerType) && (
              <dd className={styles.answer}>
                {response ? answerTexts.join(', ') || t('notAnswered') : answers.join(' · ')}
              </dd>
            )}
          </div>
        )
      })}
    </dl>
  )
}
