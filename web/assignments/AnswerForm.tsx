import { useState } from 'react'
import { visibleQuestions } from '#shared/rules/register/answers.ts'
import { asksSignature, missingIn, type TaskQuestion } from '#shared/rules/tasks.ts'
import { useCached } from '../api.ts'
import { faultText } from '../problems/faultText.ts'
import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import styles from './Assignments.module.css'
import { QuestionField } from './QuestionField.tsx'
import type { PlayerTask } from './shapes.ts'
import english from './texts.en.json'
import type { useAnswering } from './useAnswering.ts'
import { useWhyNotSign } from './useWhyNotSign.ts'

type Props = { playerTask: PlayerTask; questions: readonly TaskQuestion[]; answering: ReturnType<typeof useAnswering> }

/** A form to fill in: answers are saved as the user types, and submitted to the coach once all required ones are there. */
export function AnswerForm({ playerTask, questions, answering }: Props) {
  const t = useTexts('assignments', english)
  const profile = useCached('GET /rest-api/users/profile', {})
  const [wasSubmitted, setWasSubmitted] = useState(false)
  const { response, change, saving, problem } = answering
  const { answers } = response
  const signer = { firstName: profile?.firstName ?? '', lastName: profile?.lastName ?? '' }
  const task = { updateFormList: [...questions] }
  const faults = missingIn(task, response, signer)
  const whyNotSign = useWhyNotSign(playerTask)
  const whyNotSend = whyNotSign !== undefined && asksSignature(task, response) ? whyNotSign : undefined
  const refusedFaults = new Map(problem?.faults.map((fault) => [fault.at.replace(/^response\./, ''), fault]))
  function faultOf(id: string): string | undefined {
    const fault = (wasSubmitted ? faults[id] : undefined) ?? refusedFaults.get(id)
    return fault && faultText(fault)
  }
  function submit() {
    if (whyNotSend !== undefined) return
    setWasSubmitted(true)
    if (Object.keys(faults).length === 0) return change({ response, done: true }, true)
    requestAnimationFrame(() => document.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  }
  return (
    <form
      className={styles.page}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {visibleQuestions(questions, answers).map((question) => (
        <QuestionField
          key={question.id}
          question={question}
          value={answers[question.id] ?? []}
          fault={faultOf(question.id)}
          whyNotSign={whyNotSign}
          onChange={(answer) =>
            change({ response: { ...response, answers: { ...answers, [question.id]: [...answer] } }, done: false })
          }
        />
      ))}
      <div className={styles.actions}>
        <Button kind="primary" type="submit" busy={saving === 'saving'} disabledReason={whyNotSend}>
          {t('sendToCoach')}
        </Button>
      </div>
    </form>
  )
}
