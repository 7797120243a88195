import { useCallback, useEffect, useRef, useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router-dom'
import { useSWRConfig } from 'swr'
import { organizationOf } from '#shared/ids.ts'
import { hasRight } from '#shared/permissions.ts'
import { type AssignmentStatus, assignmentStatuses } from '#shared/rules/tasks.ts'
import { useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Badge } from '../kit/Badge.tsx'
import { Button } from '../kit/Button.tsx'
import { Card } from '../kit/Card.tsx'
import { dateText, percentText } from '../kit/format.ts'
import { Segmented } from '../kit/Radios.tsx'
import { Select } from '../kit/Select.tsx'
import { RowSkeletons } from '../kit/Skeleton.tsx'
import { EmptyState } from '../kit/States.tsx'
import { paths } from '../paths.ts'
import { useUserId } from '../session/useUserId.ts'
import { LoadedList } from '../shell/LoadedList.tsx'
import { Screen } from '../shell/Screen.tsx'
import { retryWhenOnline } from '../api/retryWhenOnline.ts'
import { useApiPages } from '../api/useApiPages.ts'
import styles from './Assignments.module.css'
import { refreshTasks, sendPendingSaves } from './sendPendingSaves.ts'
import { PLAYER_TASKS, type PlayerTaskItem } from './shapes.ts'
import { TaskDialog } from './TaskDialog.tsx'
import english from './texts.en.json'

/** A player's tasks, for their family. */
export default function PlayerTasksScreen() {
  const t = useTexts('assignments', english)
  const { playerId = '' } = useParams()
  const [search, setSearch] = useSearchParams()
  const [status, setStatus] = useState<AssignmentStatus>('OPEN')
  const read = useApiPages(PLAYER_TASKS, { playerId, query: { status } }, { handles: ['failures'] })
  const openTaskId = search.get('task') ?? undefined
  const show = (assignmentId: string | undefined) =>
    setSearch(assignmentId === undefined ? {} : { task: assignmentId }, { replace: true })
  const refresh = useSendPendingSaves()
  return (
    <Screen title={t('assignments')} width="form">
      <div className={styles.page}>
        <PlayerSwitch playerId={playerId} />
        <Segmented
          label={t('status')}
          labelHidden
          value={status}
          onChange={(next) => next && setStatus(next)}
          options={assignmentStatuses.map((value) => ({ value, label: t(`mine_${value}`) }))}
        />
        <LoadedList
          read={read}
          itemsOf={({ assignments }) => assignments}
          skeleton={<RowSkeletons label={t('loading')} height="64px" />}
          failed={t('loadFailed')}
          empty={<EmptyState title={t(`noneMine_${status}`)} hint={t('noneMineHint')} />}
        >
          {(tasks, [firstPage]) => (
            <ul className={styles.list} aria-label={t('assignments')}>
              {tasks.map((task) => (
                <TaskCard key={task.id} task={task} today={firstPage?.today ?? ''} open={() => show(task.id)} />
              ))}
            </ul>
          )}
        </LoadedList>
      </div>
      <TaskDialog
        id={openTaskId === undefined ? undefined : { assignmentId: openTaskId, playerId }}
        close={() => show(undefined)}
        onSaved={refresh}
      />
    </Screen>
  )
}

function TaskCard({ task, today, open }: { task: PlayerTaskItem; today: string; open: () => void }) {
  const t = useTexts('assignments', english)
  const { name, from, dueOn, state, share, status, feedback } = task
  const isLate = status === 'OPEN' && dueOn !== null && dueOn < today
  return (
    <Card as="li" className={styles.task}>
      <div className={styles.row}>
        <span className={styles.what}>
          <button type="button" className={styles.opener} onClick={open}>
            {name}
          </button>
          <span className={isLate ? styles.late : styles.muted}>
            {from}
            {dueOn && ` · ${t(isLate ? 'wasDue' : 'dueDay', { day: dateText(dueOn) })}`}
          </span>
        </span>
        <Badge tone={state === 'DONE' ? 'success' : isLate ? 'danger' : 'plain'}>
          {state === 'STARTED' ? percentText(share / 100) : t(state)}
        </Badge>
      </div>
      {feedback && <p className={styles.feedback}>{t('coachSays', { feedback })}</p>}
      <Button
        kind={status === 'OPEN' ? 'primary' : 'plain'}
        aria-label={`${t(status === 'OPEN' ? 'doIt' : 'show')}: ${name}`}
        onClick={open}
      >
        {t(status === 'OPEN' ? 'doIt' : 'show')}
      </Button>
    </Card>
  )
}

/** For families who see the data of several players: switches to another one's tasks. */
function PlayerSwitch({ playerId }: { playerId: string }) {
  const t = useTexts('assignments', english)
  const navigate = useNavigate()
  const ownPlayers = useApi('GET /api/v1/playersAndTeams', {}).data?.players ?? []
  const players = ownPlayers.filter((player) => hasRight(player, 'sees'))
  if (players.length < 2) return null
  return (
    <Select
      label={t('player')}
      value={playerId}
      options={players.map((player) => ({ value: player.id, label: player.name }))}
      onChange={(id) => void navigate(paths.playerTasks({ organizationId: organizationOf(id), playerId: id }))}
    />
  )
}

/**
 * Sends answers given offline; the open task sends its own. Returns the function to call once something has arrived: it
 * refreshes the list and Today while the screen is mounted.
 */
function useSendPendingSaves(): () => void {
  const userId = useUserId()
  const { mutate, cache } = useSWRConfig()
  const isMounted = useRef(true)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  const refresh = useCallback(() => {
    if (isMounted.current) refreshTasks({ mutate, cache })
  }, [mutate, cache])
  useEffect(() => {
    if (userId === undefined) return undefined
    return retryWhenOnline(() => void sendPendingSaves(userId).then(({ arrived }) => arrived > 0 && refresh()))
  }, [userId, refresh])
  return refresh
}
