import { useId, useState } from 'react'
import { useTexts } from '../i18n.ts'
import { foldText } from '../teams/findPlayers.ts'
import { SearchIcon } from '../kit/icons.tsx'
import { SelectorItem } from './SelectorItem.tsx'
import { Recents } from './Recents.tsx'
import styles from './Selector.module.css'
import type { PlayersAndTeams, Selection } from './selection.ts'
import english from './texts.en.json'
import { usePhone } from '../kit/useMediaQuery.ts'

type Organizations = PlayersAndTeams['organizations']
/** More teams than fit on a phone's screen: from here on searching is faster than scanning. */
const searchThreshold = 8

/** Organizations with their teams. Only administrators can choose an organization as a whole. */
export function CoachView({
  organizations,
  selection,
  onChoose,
}: {
  organizations: Organizations
  selection: Selection | undefined
  onChoose: (selection: Selection) => void
}) {
  const t = useTexts('shell', english)
  const id = useId()
  const [searchText, setSearchText] = useState('')
  // On a phone, focusing the field would open the keyboard over the list.
  const isPhone = usePhone()
  const query = foldText(searchText.trim())
  const shownOrganizations = organizations.map((organization) => ({
    ...organization,
    teams: organization.teams.filter(({ name }) => foldText(name).includes(query)),
  }))
  const hasSearch = organizations.flatMap(({ teams }) => teams).length > searchThreshold
  const isNoneFound = query !== '' && shownOrganizations.every(({ teams }) => teams.length === 0)
  return (
    <section aria-labelledby={id} className={styles.view}>
      <h3 id={id} className={styles.viewTitle}>
        {t('coachView')}
      </h3>
      {hasSearch && (
        <label className={styles.find}>
          <span className="visually-hidden">{t('findTeam')}</span>
          <SearchIcon size={20} />
          <input
            type="search"
            value={searchText}
            placeholder={t('findTeam')}
            autoComplete="off"
            // The kit's dialog focuses this element.
            data-autofocus={isPhone ? undefined : ''}
            onChange={(event) => setSearchText(event.currentTarget.value)}
          />
        </label>
      )}
      <p role="status" className={isNoneFound ? styles.detail : 'visually-hidden'}>
        {isNoneFound && t('noTeamFound')}
      </p>
      {query === '' && <Recents organizations={organizations} onChoose={onChoose} />}
      {shownOrganizations
        .filter(({ teams }) => query === '' || teams.length > 0)
        .map((organization) => (
          <Organization
            key={organization.id}
            organization={organization}
            selection={selection}
            onChoose={onChoose}
            isUnfiltered={query === ''}
          />
        ))}
    </section>
  )
}

function Organization({
  organization,
  selection,
  onChoose,
  isUnfiltered,
}: {
  organization: Organizations[number]
  selection: Selection | undefined
  onChoose: (selection: Selection) => void
  isUnfiltered: boolean
}) {
  const t = useTexts('shell', english)
  const heading = useId()
  const { id: orgId, name, orgAdmin, teams } = organization
  const ownSelection = typeof selection === 'object' && selection.orgId === orgId ? selection : undefined
  return (
    <>
      <h4 id={heading} className={styles.group}>
        {name}
      </h4>
      <ul aria-labelledby={heading}>
        {orgAdmin && isUnfiltered && (
          <SelectorItem
            name={name}
            detail={t('wholeOrganization')}
            current={ownSelection !== undefined && !ownSelection.teamId}
            onClick={() => onChoose({ orgId })}
          />
        )}
        {teams.map((team) => (
          <SelectorItem
            key={team.id}
            name={team.name}
            {...(team.archived && { detail: t('archived') })}
            current={ownSelection?.teamId === team.id}
            onClick={() => onChoose({ orgId, teamId: team.id })}
          />
        ))}
      </ul>
    </>
  )
}
