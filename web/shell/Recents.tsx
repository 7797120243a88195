import { useId, useState } from 'react'
import { useTexts } from '../i18n.ts'
import { useUserId } from '../session/useUserId.ts'
import { SelectorItem } from './SelectorItem.tsx'
import { readRecents, type Recent } from './recents.ts'
import styles from './Selector.module.css'
import type { PlayersAndTeams } from './selection.ts'
import english from './texts.en.json'

type Organizations = PlayersAndTeams['organizations']

/** The teams and organizations selected last, if the user still has access to them. */
export function Recents({
  organizations,
  onChoose,
}: {
  organizations: Organizations
  onChoose: (selection: Recent) => void
}) {
  const t = useTexts('shell', english)
  const userId = useUserId()
  // A snapshot from when the selector opened: reordering the list under the finger causes wrong taps.
  const [recents] = useState(() => (userId ? readRecents(userId) : []))
  const heading = useId()
  const namedRecents = recents.flatMap((recent) => {
    const organization = organizations.find(({ id }) => id === recent.orgId)
    const team = organization?.teams.find(({ id }) => id === recent.teamId)
    const detail = [organization?.name, team?.archived && t('archived')].filter(Boolean).join(' · ')
    if (team) return [{ recent, name: team.name, detail }]
    if (!organization?.orgAdmin || recent.teamId) return []
    return [{ recent, name: organization.name, detail: t('wholeOrganization') }]
  })
  if (namedRecents.length === 0) return null
  return (
    <>
      <h4 id={heading} className={styles.group}>
        {t('recents')}
      </h4>
      <ul aria-labelledby={heading}>
        {namedRecents.map(({ recent, name, detail }) => (
          <SelectorItem
            key={`${recent.orgId}/${recent.teamId}`}
            name={name}
            detail={detail}
            onClick={() => onChoose(recent)}
          />
        ))}
      </ul>
    </>
  )
}
