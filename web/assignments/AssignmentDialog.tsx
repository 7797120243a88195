import { useState } from 'react'
import { useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Notice } from '../kit/Badge.tsx'
import { Dialog } from '../kit/Dialog.tsx'
import { dateText, dateTimeText, listText } from '../kit/format.ts'
import { RowSkeletons } from '../kit/Skeleton.tsx'
import { fullName } from '#shared/rules/names.ts'
import { Loaded } from '../shell/Loaded.tsx'
import { AssignmentActions } from './AssignmentActions.tsx'
import styles from './Assignments.module.css'
import { AssignmentForm } from './AssignmentForm.tsx'
import { PlayerAnswer } from './PlayerAnswer.tsx'
import { type Assignment, type AssignedPlayer, DETAILS, type Details } from './shapes.ts'
import { TaskView } from './TaskView.tsx'
import english from './texts.en.json'
import { PlayerProgress } from './PlayerProgress.tsx'

type Props = { assignment: Assignment | undefined; close: () => void; onRemoved: () => void }

/** An assignment with everybody's progress and the coach's actions. */
export function AssignmentDialog({ assignment, close, onRemoved }: Props) {
  return (
    <Dialog opened={assignment !== undefined} close={close} title={assignment?.name ?? ''} shape="page">
      {assignment && <AssignmentContent key={assignment.id} assignment={assignment} onRemoved={onRemoved} />}
    </Dialog>
  )
}

function AssignmentContent({
  assignment: { id, orgUnitId },
  onRemoved,
}: {
  assignment: Assignment
  onRemoved: () => void
}) {
  const t = useTexts('assignments', english)
  const read = useApi(DETAILS, { assignmentId: id, orgUnitId }, { handles: ['failures'] })
  const [isEditing, setEditing] = useState(false)
  const [player, setPlayer] = useState<AssignedPlayer>()
  return (
    <Loaded read={read} skeleton={<RowSkeletons label={t('loadingOne')} height="64px" />} failed={t('oneFailed')}>
      {(details) =>
        isEditing ? (
          <AssignmentForm orgUnitId={details.orgUnitId} existing={details} done={() => setEditing(false)} />
        ) : player ? (
          <PlayerAnswer assignmentId={id} player={player} back={() => setPlayer(undefined)} />
        ) : (
          <div className={styles.page}>
            <Facts details={details} />
            <AssignmentActions details={details} edit={() => setEditing(true)} onRemoved={onRemoved} />
            <PlayerProgress details={details} open={setPlayer} />
            <TaskView task={details.task} />
          </div>
        )
      }
    </Loaded>
  )
}

function Facts({ details }: { details: Details }) {
  const t = useTexts('assignments', english)
  const { teams, players } = details.assignees
  return (
    <>
      {details.status !== 'OPEN' && (
        <Notice tone={details.status === 'COMPLETED' ? 'success' : 'primary'}>{t(`is_${details.status}`)}</Notice>
      )}
      {details.description && <p className={styles.text}>{details.description}</p>}
      <dl className={styles.facts}>
        <dt>{t('due')}</dt>
        <dd>{details.dueOn ? dateText(details.dueOn) : t('noDay')}</dd>
        <dt>{t('forWhom')}</dt>
        <dd>{listText([...teams.map(({ name }) => name), ...players.map(fullName)])}</dd>
        {details.remindedAt && (
          <>
            <dt>{t('remindedAt')}</dt>
            <dd>{dateTimeText(details.remindedAt, details.timezone)}</dd>
          </>
        )}
      </dl>
    </>
  )
}
