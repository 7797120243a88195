import { useState } from 'react'
import { fullName } from '#shared/rules/names.ts'
import { callApi, useApi } from '../api.ts'
import { problemText, useTexts } from '../i18n.ts'
import { Notice } from '../kit/Badge.tsx'
import { Button } from '../kit/Button.tsx'
import { Dialog } from '../kit/Dialog.tsx'
import { dateText } from '../kit/format.ts'
import { RowSkeletons } from '../kit/Skeleton.tsx'
import { useUserId } from '../session/useUserId.ts'
import { Loaded } from '../shell/Loaded.tsx'
import { AnswerForm } from './AnswerForm.tsx'
import styles from './Assignments.module.css'
import { isHeldByPage, type TaskId } from './pendingSaves.ts'
import { type PlayerTask, TASK } from './shapes.ts'
import { TaskView } from './TaskView.tsx'
import english from './texts.en.json'
import { TaskChecklist } from './TaskChecklist.tsx'
import { RemovedAnswers, UnsentAnswers } from './UnsentAnswers.tsx'
import { useAnswering } from './useAnswering.ts'

type Props = { id: TaskId | undefined; close: () => void; onSaved: () => void }

/** A player's task, done by their family. */
export function TaskDialog({ id, close, onSaved }: Props) {
  const t = useTexts('assignments', english)
  const read = useApi(TASK, id, { handles: ['failures'] })
  return (
    <Dialog opened={id !== undefined} close={close} title={read.data?.assignment.name ?? t('task')}>
      {id && (
        <Loaded read={read} skeleton={<RowSkeletons label={t('loadingOne')} height="64px" />} failed={t('taskFailed')}>
          {(task) => <TaskContent key={`${task.assignment.id} ${task.player.id}`} task={task} onSaved={onSaved} />}
        </Loaded>
      )}
    </Dialog>
  )
}

function TaskContent({ task, onSaved }: { task: PlayerTask; onSaved: () => void }) {
  const t = useTexts('assignments', english)
  const { assignment, feedback } = task
  const answering = useAnswering(task, onSaved)
  const { response, done, saving, problem } = answering
  // The coach may have closed it since it was read, which only a save reveals.
  const isClosed = assignment.status === 'CLOSED' || problem?.code === 'assignment_closed'
  const isUnsent = saving === 'waiting' || saving === 'refused' || saving === 'behind' || saving === 'changed'
  return (
    <div className={styles.page}>
      <p className={styles.muted}>
        {fullName(task.player)}
        {assignment.dueOn && ` · ${t('dueDay', { day: dateText(assignment.dueOn) })}`}
      </p>
      {assignment.description && <p className={styles.text}>{assignment.description}</p>}
      {feedback && <p className={styles.feedback}>{t('coachSays', { feedback })}</p>}
      {isClosed ? (
        <>
          <Notice>{t('closedNotice')}</Notice>
          {isUnsent && (
            <UnsentAnswers task={assignment.task} response={response} discard={() => answering.takeOther(task)} />
          )}
          <TaskView task={assignment.task} response={task.response} />
        </>
      ) : assignment.task.todoListItem ? (
        <TaskChecklist lines={assignment.task.todoListItem} answering={answering} />
      ) : done ? (
        <>
          {(saving === 'idle' || saving === 'saved') && <Notice tone="success">{t('isDone')}</Notice>}
          <TaskView task={assignment.task} response={response} />
          <div className={styles.actions}>
            <Button onClick={() => answering.change({ response, done: false }, true)}>{t('changeAnswers')}</Button>
          </div>
        </>
      ) : (
        <AnswerForm playerTask={task} questions={assignment.task.updateFormList ?? []} answering={answering} />
      )}
      {!isClosed && <SaveStatus task={task} answering={answering} />}
      {!isClosed && <RemovedAnswers task={assignment.task} response={response} />}
    </div>
  )
}

type Answering = ReturnType<typeof useAnswering>

/** Whether the answers are saved, and the choices where they could not be. */
function SaveStatus({ task, answering }: { task: PlayerTask; answering: Answering }) {
  const t = useTexts('assignments', english)
  const id = { assignmentId: task.assignment.id, playerId: task.player.id }
  const { response, done, saving, problem } = answering
  const userId = useUserId() ?? ''
  const [isDeciding, setDeciding] = useState(false)
  /** Reads what somebody else has answered, and applies the user's choice to it. */
  async function resolveConflict(resolve: (otherVersion: PlayerTask) => void) {
    setDeciding(true)
    try {
      resolve(await callApi(TASK, id))
    } catch {
      // callApi already shows the error, and both sets of answers stay.
    } finally {
      setDeciding(false)
    }
  }
  if (saving === 'behind')
    return (
      <Notice tone="warning">
        <p>{t('behind')}</p>
        <div className={styles.actions}>
          <Button busy={isDeciding} onClick={() => void resolveConflict(answering.takeOther)}>
            {t('takeTheirs')}
          </Button>
          <Button busy={isDeciding} onClick={() => void resolveConflict(answering.keepOwn)}>
            {t('keepMine')}
          </Button>
        </div>
      </Notice>
    )
  if (saving === 'changed')
    return (
      <Notice tone="warning">
        <p>{t('taskChanged')}</p>
        <div className={styles.actions}>
          <Button onClick={() => answering.change({ response, done }, true)}>{t('saveThese')}</Button>
        </div>
      </Notice>
    )
  if (saving === 'refused' && problem && problem.faults.length === 0)
    return <Notice tone="danger">{problemText(problem)}</Notice>
  return (
    <p role="status" className={styles.muted}>
      {saving === 'waiting' && isHeldByPage(userId, id)
        ? t('now_held')
        : saving !== 'idle' && saving !== 'refused' && t(`now_${saving}`)}
    </p>
  )
}
