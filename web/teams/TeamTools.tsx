import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { DeferredSearchField } from '../kit/DeferredSearchField.tsx'
import { Segmented } from '../kit/Radios.tsx'
import styles from './Club.module.css'
import texts from './texts.en.json'
import type { TeamFilter, TeamList } from './useTeamList.ts'

type Props = { list: TeamList; hasArchived: boolean; canArchive: boolean }

/** Above a club's teams: search, filter, and what can be done with all of them. */
export function TeamTools({ list, hasArchived, canArchive }: Props) {
  const t = useTexts('teams', texts)
  const { isArchiving, isSearched, filter } = list
  const { key, ...searchField } = list.searchField
  const canExpand = !isSearched && list.teams.length > 0
  const canToggleArchiving = isArchiving || (canArchive && !isSearched && filter !== 'archived')
  return (
    <div className={styles.tools}>
      <DeferredSearchField key={key} label={t(list.isChoosing ? 'filterTeams' : 'filterClub')} {...searchField} />
      {!isArchiving && (hasArchived || filter !== 'active') && (
        <Segmented
          label={t('whichTeams')}
          labelHidden
          value={filter}
          onChange={(next) => list.setFilter(next as TeamFilter)}
          options={[
            { value: 'active', label: t('activeTeams') },
            { value: 'archived', label: t('archivedTeams') },
            { value: 'all', label: t('allTeams') },
          ]}
        />
      )}
      {(canExpand || canToggleArchiving) && (
        <div className={styles.ofAll}>
          {canExpand && (
            <Button kind="quiet" flush onClick={list.toggleAll}>
              {list.areAllOpen ? t('collapseAll') : t('expandAll')}
            </Button>
          )}
          {canToggleArchiving && (
            <Button kind="quiet" onClick={() => list.setArchiveMode(!isArchiving)}>
              {t(isArchiving ? 'archiveDone' : 'archiveSeveral')}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
