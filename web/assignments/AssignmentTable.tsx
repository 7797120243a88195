import { teamOf } from '#shared/ids.ts'
import { useTexts } from '../i18n.ts'
import { IconButton } from '../kit/Button.tsx'
import { dateText } from '../kit/format.ts'
import { FullStarIcon, StarIcon } from '../kit/stars.tsx'
import { type Column, Table } from '../kit/Table.tsx'
import { useSave } from '../shell/useSave.ts'
import { useSelected } from '../shell/useSelection.ts'
import styles from './Assignments.module.css'
import { DoneCell } from './DoneCell.tsx'
import { type Assignment, LIST } from './shapes.ts'
import english from './texts.en.json'

type Props = { assignments: readonly Assignment[]; open: (assignment: Assignment) => void }

/** Assignments with their due date and how many players have done them. */
export function AssignmentTable({ assignments, open }: Props) {
  const t = useTexts('assignments', english)
  const unitName = useUnitName()
  const columns: Column<Assignment>[] = [
    {
      key: 'name',
      head: t('assignment'),
      width: 'minmax(0, 2fr)',
      cell: (assignment) => (
        <span className={styles.named}>
          <FavoriteButton assignment={assignment} />
          <button type="button" className={styles.opener} onClick={() => open(assignment)}>
            {assignment.name}
          </button>
        </span>
      ),
    },
    {
      key: 'type',
      head: t('kind'),
      width: '8em',
      priority: 'low',
      cell: ({ type }) => t(type === 'FORM' ? 'form' : 'toDoList'),
    },
    { key: 'unit', head: t('from'), priority: 'low', cell: ({ orgUnitId }) => unitName(orgUnitId) },
    { key: 'due', head: t('due'), width: '7.5em', cell: ({ dueOn }) => (dueOn ? dateText(dueOn) : t('noDay')) },
    {
      key: 'done',
      head: t('doneBy'),
      width: 'minmax(9em, 1fr)',
      cell: ({ done, assigned }) => <DoneCell done={done} of={assigned} />,
    },
  ]
  return (
    <Table
      label={t('assignments')}
      rows={assignments}
      columns={columns}
      keyOf={({ id }) => id}
      nameOf={({ name }) => name}
    />
  )
}

/** Toggles the assignment as a favorite. */
function FavoriteButton({ assignment: { id, name, favorite } }: { assignment: Assignment }) {
  const t = useTexts('assignments', english)
  const saveOptions = { refreshes: [LIST], failed: t('saveFailed') } as const
  const adding = useSave('POST /rest-api/assignment/favorite/{assignmentId}', { ...saveOptions, saved: t('added') })
  const removing = useSave('DELETE /rest-api/assignment/favorite/{assignmentId}', {
    ...saveOptions,
    saved: t('removed'),
  })
  return (
    <IconButton
      label={favorite ? t('isFavorite', { name }) : t('makeFavorite', { name })}
      aria-pressed={favorite}
      onClick={() => void (favorite ? removing : adding).save({ assignmentId: id })}
    >
      {favorite ? <FullStarIcon size={20} /> : <StarIcon size={20} />}
    </IconButton>
  )
}

/** Names of teams; for the club, its own name. */
function useUnitName(): (orgUnitId: string) => string {
  const { data } = useSelected().playersAndTeams
  return (orgUnitId) => {
    const [organization, team] = [orgUnitId.split('.')[0], teamOf(orgUnitId)]
    const club = data?.organizations.find(({ id }) => id === organization)
    return (team ? club?.teams.find(({ id }) => id === team)?.name : club?.name) ?? ''
  }
}
