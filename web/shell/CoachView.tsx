import { useId, useState } from 'react'
import { useTexts } from '../i18n.ts'
import { folded } from '../teams/findPlayers.ts'
import { SearchIcon } from '../kit/icons.tsx'
import { Choice } from './Choice.tsx'
import { Recents } from './Recents.tsx'
import styles from './Selector.module.css'
import type { PlayersAndTeams, Selection } from './selection.ts'
import english from './texts.en.json'
import { usePhone } from '../kit/useMediaQuery.ts'

type Organizations = PlayersAndTeams['organizations']
/** More teams than fit on a phone's screen: from here on searching is faster than scanning. */
const many = 8

/** Organizations with their teams. Only administrators can choose an organization as a whole. */
export function CoachView({
  organizations,
  selection,
  choose,
}: {
  organizations: Organizations
  selection: Selection | undefined
  choose: (wanted: Selection) => void
}) {
  const t = useTexts('shell', english)
  const id = useId()
  const [typed, setTyped] = useState('')
  // On a phone, focusing the field would open the keyboard over the list.
  const phone = usePhone()
  const sought = folded(typed.trim())
  const found = organizations.map((organization) => ({
    ...organization,
    teams: organization.teams.filter(({ name }) => folded(name).includes(sought)),
  }))
  const isMany = organizations.flatMap(({ teams }) => teams).length > many
  const none = sought !== '' && found.every(({ teams }) => teams.length === 0)
  return (
    <section aria-labelledby={id} className={styles.view}>
      <h3 id={id} className={styles.viewTitle}>
        {t('coachView')}
      </h3>
      {isMany && (
        <label className={styles.find}>
          <span className="visually-hidden">{t('findTeam')}</span>
          <SearchIcon size={20} />
          <input
            type="search"
            value={typed}
            placeholder={t('findTeam')}
            autoComplete="off"
            // The kit's dialog focuses this element.
            data-autofocus={phone ? undefined : ''}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        </label>
      )}
      <p role="status" className={none ? styles.detail : 'visually-hidden'}>
        {none && t('noTeamFound')}
      </p>
      {sought === '' && <Recents organizations={organizations} choose={choose} />}
      {found
        .filter(({ teams }) => sought === '' || teams.length > 0)
        .map((organization) => (
          <Organization
            key={organization.id}
            organization={organization}
            selection={selection}
            choose={choose}
            whole={sought === ''}
          />
        ))}
    </section>
  )
}

function Organization({
  organization,
  selection,
  choose,
  whole,
}: {
  organization: Organizations[number]
  selection: Selection | undefined
  choose: (wanted: Selection) => void
  whole: boolean
}) {
  const t = useTexts('shell', english)
  const heading = useId()
  const { id: orgId, name, orgAdmin, teams } = organization
  const here = typeof selection === 'object' && selection.orgId === orgId ? selection : undefined
  return (
    <>
      <h4 id={heading} className={styles.group}>
        {name}
      </h4>
      <ul aria-labelledby={heading}>
        {orgAdmin && whole && (
          <Choice
            name={name}
            detail={t('wholeOrganization')}
            current={here !== undefined && !here.teamId}
            onClick={() => choose({ orgId })}
          />
        )}
        {teams.map((team) => (
          <Choice
            key={team.id}
            name={team.name}
            {...(team.archived && { detail: t('archived') })}
            current={here?.teamId === team.id}
            onClick={() => choose({ orgId, teamId: team.id })}
          />
        ))}
      </ul>
    </>
  )
}
