import { useState } from 'react'
import { fullName } from '#shared/rules/names.ts'
import { check, longest } from '#shared/rules/faults.ts'
import { feedbackLimit } from '#shared/rules/tasks.ts'
import { type AnswerOf, useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { Form } from '../kit/form/Form.tsx'
import { useForm } from '../kit/form/useForm.ts'
import { dateTimeText } from '../kit/format.ts'
import { RowSkeletons } from '../kit/Skeleton.tsx'
import { TextArea } from '../kit/TextArea.tsx'
import { ConflictNotice } from '../shell/ConflictNotice.tsx'
import { Loaded } from '../shell/Loaded.tsx'
import { useSave } from '../shell/useSave.ts'
import { useSaveAtRevision } from '../shell/useVersionedSave.ts'
import styles from './Assignments.module.css'
import { type AssignedPlayer, PLAYERS } from './shapes.ts'
import { TaskView } from './TaskView.tsx'
import english from './texts.en.json'

const READ = 'GET /rest-api/assignment/{assignmentId}/player/{playerId}'
type Props = { assignmentId: string; player: AssignedPlayer; back: () => void }

/** A player's answers, read-only, and the coach's feedback. */
export function PlayerAnswer({ assignmentId, player: { player }, back }: Props) {
  const t = useTexts('assignments', english)
  const read = useApi(READ, { assignmentId, playerId: player.id }, { handles: ['failures'] })
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <h3>{fullName(player)}</h3>
        <Button onClick={back}>{t('back')}</Button>
      </div>
      <Loaded
        read={read}
        skeleton={<RowSkeletons label={t('loadingAnswer')} height="64px" />}
        failed={t('answerFailed')}
      >
        {(task) => (
          <>
            <p className={styles.muted}>
              {t(task.state)}
              {task.changedAt && ` · ${dateTimeText(task.changedAt, task.timezone)}`}
            </p>
            <TaskView task={task.assignment.task} response={task.response} />
            <Feedback assignmentId={assignmentId} task={task} reload={read.mutate} />
          </>
        )}
      </Loaded>
    </div>
  )
}

type FeedbackProps = { assignmentId: string; task: AnswerOf<typeof READ>; reload: () => Promise<unknown> }

function Feedback({ assignmentId, task, reload }: FeedbackProps) {
  const t = useTexts('assignments', english)
  const { save } = useSave('PUT /rest-api/assignment/{assignmentId}/player/{playerId}/feedback', {
    refreshes: [READ, PLAYERS],
    saved: t('saved'),
  })
  const playerId = task.player.id
  const initialRevision = useState(task.feedbackRevision)
  const form = useForm({
    // The draft belongs to a revision, so that text typed on an older one does not replace what another coach has saved since.
    draft: `feedback.${assignmentId}.${playerId}.${initialRevision[0]}`,
    values: { feedback: task.feedback ?? '' },
    faults: ({ feedback }) => ({ feedback: check(feedback, longest(feedbackLimit)) }),
    save: ({ feedback }): Promise<unknown> =>
      versionedSave.save((revision) => save({ assignmentId, playerId, body: { feedback, revision } })),
  })
  const currentRevision = task.feedbackRevision
  const versionedSave = useSaveAtRevision(initialRevision, {
    current: currentRevision,
    isDirty: form.dirty,
    refetch: reload,
    resetForm: form.discard,
  })
  return (
    <Form of={form} submit={t('save')}>
      <ConflictNotice onReload={versionedSave.reload} />
      <TextArea label={t('feedback')} hint={t('feedbackHint')} limit={feedbackLimit} {...form.field('feedback')} />
    </Form>
  )
}
